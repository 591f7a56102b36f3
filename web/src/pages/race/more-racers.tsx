import { forCount } from '../../../../src/text/counted.ts';
import '../../parts/paging.css';

interface MoreRacersProps {
  readonly shown: number;
  readonly total: number;
  /** The query that reads racers page by page. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** The number of racers not shown yet, and a button that loads more. */
export function MoreRacers({ shown, total, query }: MoreRacersProps) {
  if (!query.hasNextPage) return null;
  return (
    <p className="paging">
      <span>
        {shown.toLocaleString('en')} of {total.toLocaleString('en')} {forCount(total, 'racer')}{' '}
        {forCount(shown, 'is', 'are')} shown.
      </span>
      <button type="button" disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
      </button>
    </p>
  );
}
