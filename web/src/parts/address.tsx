import { useState } from 'react';
import { shortenMiddle } from '../../../src/text/shorten.ts';

const SHOWN = 6;
const CONFIRMATION_MILLISECONDS = 1_500;

/** A hotkey, shortened. */
export function Address({ hotkey }: { readonly hotkey: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(hotkey);
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMATION_MILLISECONDS);
  };
  const short = shortenMiddle(hotkey, SHOWN, SHOWN);
  return (
    <span className="address" title={hotkey}>
      {short}
      {/* Pages cannot copy over plain HTTP. */}
      {navigator.clipboard !== undefined && (
        <button type="button" className="plain" onClick={() => void copy()} aria-label={`Copy ${short}`}>
          {copied ? '✓' : <CopyMark />}
        </button>
      )}
    </span>
  );
}

/** An SVG, because not every system has a character for it. */
function CopyMark() {
  return (
    <svg width="0.9em" height="0.9em" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
      <rect x="1.5" y="4.5" width="9" height="10" rx="1.5" />
      <path d="M5 4V3a1.5 1.5 0 0 1 1.5-1.5H13A1.5 1.5 0 0 1 14.5 3v7A1.5 1.5 0 0 1 13 11.5h-2" />
    </svg>
  );
}
