import { useState } from 'react';

const CONFIRMATION_MILLISECONDS = 1_500;

interface CopyTextProps {
  /** Read when it is copied, because a page's address changes. */
  readonly text: () => string;
  readonly label: string;
  /** What is copied, for screen readers. */
  readonly what?: string;
  readonly className?: string;
}

/** Copies a text. Pages cannot copy over plain HTTP; then there is no button. */
export function CopyText({ text, label, what, className }: CopyTextProps) {
  const [copied, setCopied] = useState(false);
  if (navigator.clipboard === undefined) return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text());
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMATION_MILLISECONDS);
  };
  return (
    <button type="button" className={className} onClick={() => void copy()}>
      {copied ? 'Copied' : label}
      {what !== undefined && <span className="hidden"> {what}</span>}
    </button>
  );
}
