import { useState } from 'react';

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
  const short = hotkey.length > 2 * SHOWN + 1 ? `${hotkey.slice(0, SHOWN)}…${hotkey.slice(-SHOWN)}` : hotkey;
  return (
    <span className="address" title={hotkey}>
      {short}
      <button type="button" className="plain" onClick={() => void copy()} aria-label={`Copy ${short}`}>
        {copied ? '✓' : '⧉'}
      </button>
    </span>
  );
}
