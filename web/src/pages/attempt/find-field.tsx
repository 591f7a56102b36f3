import type { KeyboardEvent } from 'react';

interface FindFieldProps {
  readonly words: string;
  /** Indexes of the rows that contain the words. */
  readonly found: readonly number[];
  readonly current: number;
  readonly onWords: (words: string) => void;
  readonly onFind: (by: 1 | -1) => void;
}

/** Finds words in claims and recorded calls, including those that are collapsed or not on screen. */
export function FindField({ words, found, current, onWords, onFind }: FindFieldProps) {
  const onKey = ({ key, shiftKey }: KeyboardEvent): void => {
    if (key === 'Enter') onFind(shiftKey ? -1 : 1);
  };
  const place = found.indexOf(current) + 1;
  return (
    <search className="attempt-find">
      <input
        type="search"
        aria-label="Find in the steps"
        placeholder="Find in the steps"
        value={words}
        onChange={({ target }) => onWords(target.value)}
        onKeyDown={onKey}
      />
      <button type="button" onClick={() => onFind(1)} disabled={found.length === 0}>
        Find next
      </button>
      <span className="quiet" role="status">
        {words.trim() !== '' &&
          (found.length === 0 ? 'not found' : `${place > 0 ? `${place} of ` : ''}${found.length} found`)}
      </span>
    </search>
  );
}
