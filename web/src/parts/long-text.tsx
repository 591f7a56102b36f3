import { useState } from 'react';
import { HostileText } from './hostile-text.tsx';

const SHORT = { limit: 1_200, lines: 24 };
const LONG = { limit: 60_000, lines: 2_000 };

/** Untrusted text of any length: the beginning, and a button that shows more. */
export function LongText({ text }: { readonly text: string }) {
  const [isLong, setLong] = useState(false);
  const isCut = text.length > SHORT.limit || text.split('\n', SHORT.lines + 1).length > SHORT.lines;
  return (
    <div className="attempt-text">
      <HostileText text={text} {...(isLong ? LONG : SHORT)} />
      {isCut && (
        <button type="button" className="plain" onClick={() => setLong(!isLong)}>
          {isLong ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  );
}
