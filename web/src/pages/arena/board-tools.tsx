import { CopyText } from '../../parts/copy-text.tsx';
import { type BoardSearch, boardQuery, readBoardSearch } from './board-search.ts';

interface BoardToolsProps {
  readonly search: BoardSearch;
  readonly choose: (next: BoardSearch) => void;
  /** Columns that can be hidden. */
  readonly columns: readonly { readonly id: string; readonly head: string; readonly isShown: boolean }[];
}

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
      {/* The URL contains the whole state of the table. */}
      <CopyText text={() => location.href} label="Copy link to this view" />
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
