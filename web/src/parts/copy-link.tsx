import { useState } from 'react';

const CONFIRMATION_MILLISECONDS = 1_500;

interface CopyLinkProps {
  /** Search part of the link's URL, with the question mark. */
  readonly search: string;
  /** The target of the link, for screen readers. */
  readonly what: string;
}

/** Copies a link to a part of this page. Pages cannot copy over plain HTTP; then there is no button. */
export function CopyLink({ search, what }: CopyLinkProps) {
  const [copied, setCopied] = useState(false);
  if (navigator.clipboard === undefined) return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(new URL(search, location.href).href);
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMATION_MILLISECONDS);
  };
  return (
    <button type="button" className="plain copy-link" onClick={() => void copy()}>
      {copied ? 'Copied' : 'Copy link'}
      <span className="hidden"> to {what}</span>
    </button>
  );
}
