import { useState } from 'react';
import { type BoardSearch, boardQuery, readBoardSearch } from './board-search.ts';

interface BoardToolsProps {
  readonly search: BoardSearch;
  readonly choose: (next: BoardSearch) => void;
  /** Columns that can be hidden. */
  readonly columns: readonly { readonly id: string; readonly head: string; readonly isShown: boolean }[];
}

const CONFIRMATION_MILLISECONDS = 1_500;

/** Tools for the leaderboard as sorted and filtered: export, copy a link, choose columns. */
export function BoardTools({ search, choose, columns }: BoardToolsProps) {
  const query = boardQuery(search);
  const name = `leaderboard-${search.board ?? 'qualifying'}`;
  const hidden = new Set(columns.filter(({ isShown }) => !isShown).map(({ id }) => id));
  const toggle = (id: string): void => {
    const hide = [...hidden.symmetricDifference(new Set([id]))].join(',');
    choose(readBoardSearch({ ...search, hide }));
  };
  return (
    <div className="board-tools">
      <span>
        All rows as{' '}
        <a href={`/v1/public/leaderboard.csv?${query}`} download={`${name}.csv`}>
          CSV
        </a>{' '}
        or{' '}
        <a href={`/v1/public/leaderboard.json?${query}`} download={`${name}.json`}>
          JSON
        </a>
      </span>
      <CopyLink />
      <details>
        <summary>Columns</summary>
        <fieldset>
          <legend className="hidden">Columns</legend>
          {columns.map(({ id, head, isShown }) => (
            <label key={id}>
              <input type="checkbox" checked={isShown} onChange={() => toggle(id)} /> {head}
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  );
}

/** The URL contains the whole state of the table. Pages cannot copy over plain HTTP; then there is no button. */
function CopyLink() {
  const [isCopied, setCopied] = useState(false);
  if (navigator.clipboard === undefined) return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMATION_MILLISECONDS);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy link to this view'}
    </button>
  );
}
