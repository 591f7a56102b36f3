import { useState } from 'react';

const CONFIRMATION_MILLISECONDS = 1_500;

interface CopyLinkProps {
  /** Of the address of this page, with its question mark. */
  readonly search: string;
  /** What the link leads to, as a screen reader says it. */
  readonly what: string;
}

/** Copies the address of a part of this page. Over plain HTTP a page may not copy, and there is no button. */
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
