import './paging.css';

interface PagingProps {
  readonly offset: number;
  /** Rows on a page. */
  readonly limit: number;
  readonly total: number;
  readonly setOffset: (offset: number) => void;
  /** Labels of the buttons; by default for a list with the newest rows first. */
  readonly back?: string;
  readonly on?: string;
}

/** Buttons for the pages of a list. Nothing if one page shows the whole list. */
export function Paging({ offset, limit, total, setOffset, back = 'Newer', on = 'Older' }: PagingProps) {
  if (total <= limit) return null;
  return (
    <p className="paging">
      <button type="button" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - limit))}>
        {back}
      </button>
      <span>
        {offset + 1} to {Math.min(total, offset + limit)} of {total}
      </span>
      <button type="button" disabled={offset + limit >= total} onClick={() => setOffset(offset + limit)}>
        {on}
      </button>
    </p>
  );
}
