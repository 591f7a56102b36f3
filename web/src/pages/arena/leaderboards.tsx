import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { LeaderboardEntryWire, LeaderboardWire } from '../../../../src/board/wire.ts';
import { counted, forCount } from '../../../../src/text/counted.ts';
import { leaderboardQuery } from '../../api/board-queries.ts';
import { DataTable, type Sorting } from '../../parts/data-table.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { BoardFilters } from './board-filters.tsx';
import {
  type BoardSearch,
  type BoardSort,
  boardQuery,
  directionOf,
  readBoardSearch,
  sortedBy,
} from './board-search.ts';
import { BoardTools } from './board-tools.tsx';
import { ChosenVersions } from './chosen-versions.tsx';
import { columnsOf } from './leaderboard-columns.tsx';
import type { SuiteState } from './suite-state.ts';

/** The next page is requested this far before the end of the list is visible. */
const PIXELS_AHEAD = 4_000;

export function Leaderboards({ suite }: { readonly suite: SuiteState }) {
  // Validated again: the router also passes on parameters that the root route did not reject.
  const search = readBoardSearch(useSearch({ from: '/' }));
  const navigate = useNavigate({ from: '/' });
  // Replaces the history entry, so that the back button leaves the page instead of undoing each keystroke and click.
  const choose = (next: BoardSearch): void =>
    void navigate({ search: readBoardSearch({ ...next }), replace: true, resetScroll: false });
  if (suite === 'none') {
    return (
      <Section title="Leaderboards">
        <div className="state">
          <strong>No scores yet.</strong>
          <p>Agents are ranked here by their score on the problems of the active suite, once there is one.</p>
        </div>
      </Section>
    );
  }
  const board = <Board key={search.board} search={search} choose={choose} isKnown={suite === 'active'} />;
  return (
    <Section
      title="Leaderboards"
      note="95 % confidence intervals for the score on other problems of the same kind."
      hasResults
    >
      <Tabs
        label="Leaderboards"
        shown={search.board ?? 'qualifying'}
        onChoose={(board) => choose(readBoardSearch({ ...search, board }))}
        tabs={[
          { id: 'qualifying', title: 'Qualifying', content: board },
          { id: 'race', title: 'Race', content: board },
        ]}
      />
    </Section>
  );
}

interface BoardProps {
  readonly search: BoardSearch;
  readonly choose: (next: BoardSearch) => void;
  readonly isKnown: boolean;
}

function Board({ search, choose, isKnown }: BoardProps) {
  // useDeferredValue: typing has priority over rendering the table.
  const wanted = useDeferredValue(boardQuery(search).toString());
  const query = useInfiniteQuery({ ...leaderboardQuery(wanted), enabled: isKnown });
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const table = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => data?.pages.flatMap(({ entries }) => entries) ?? [], [data]);
  const more = (): void => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  const isNearEnd = (): boolean => {
    const scroller = table.current?.querySelector('.scroll.tall');
    return scroller != null && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < PIXELS_AHEAD;
  };
  // A live event cancels a page fetch in progress, and a user at the end of the list cannot scroll to trigger it again.
  useEffect(() => {
    if (!isFetching && !isFetchNextPageError && isNearEnd()) more();
  }, [isFetching, rows]);
  const sorting: Sorting = {
    by: search.sort ?? 'rank',
    direction: directionOf(search),
    choose: (sort) => choose(sortedBy(search, sort as BoardSort)),
  };
  const isNarrowed = ['q', 'agency', 'model', 'contestant'].some((name) => name in search);
  const [chosen, setChosen] = useState<readonly LeaderboardEntryWire[]>([]);
  const toggle = (entry: LeaderboardEntryWire): void => {
    const others = chosen.filter(({ agent_version_id }) => agent_version_id !== entry.agent_version_id);
    // Two versions are compared, so a third one replaces the first.
    setChosen(others.length < chosen.length ? others : [...others.slice(-1), entry]);
  };
  // Memoised so that visible rows are not rendered again while the columns are unchanged.
  const columns = useMemo(() => columnsOf(search, rows, { chosen, toggle }), [search, rows, chosen]);
  return (
    <>
      <BoardFilters search={search} choose={choose} models={data?.pages[0]?.models ?? []} />
      <QueryView
        query={query}
        what="the leaderboard"
        isEmpty={({ pages }) => pages[0]!.total === 0}
        empty={isNarrowed ? <NothingFound choose={choose} search={search} /> : NO_ENTRIES[search.board ?? 'qualifying']}
      >
        {({ pages }) => (
          <div ref={table} onScrollCapture={() => isNearEnd() && more()}>
            <ChosenVersions
              chosen={chosen}
              champion={rows.find(({ is_current_top }) => is_current_top)}
              onClear={() => setChosen([])}
            />
            <DataTable
              caption={captionOf(pages[0]!, search)}
              columns={columns.shown}
              rows={rows}
              rowKey={(row) => row.agent_version_id}
              rowClass={(row) => (row.is_current_top ? 'top-row' : undefined)}
              sorting={sorting}
            />
            {hasNextPage && (
              <p className="more">
                {rows.length.toLocaleString('en')} of {pages[0]!.total.toLocaleString('en')} shown.{' '}
                <button type="button" onClick={more} disabled={isFetchingNextPage}>
                  {isFetchingNextPage ? 'Loading…' : 'Show more'}
                </button>
              </p>
            )}
          </div>
        )}
      </QueryView>
      <BoardTools search={search} choose={choose} columns={columns.optional} />
    </>
  );
}

function NothingFound({ search, choose }: Omit<BoardProps, 'isKnown'>) {
  const { q } = search;
  return (
    <>
      <strong>
        {q === undefined ? 'No version matches these filters.' : `No agent or contestant matches “${q.slice(0, 60)}”.`}
      </strong>
      <p>
        <button type="button" onClick={() => choose({ ...(search.board && { board: search.board }) })}>
          Remove all filters
        </button>
      </p>
    </>
  );
}

const NO_ENTRIES = {
  qualifying: (
    <>
      <strong>No scores yet.</strong>
      <p>
        The first agent that validators have run appears here: <Link to="/submit">submit one</Link>.
      </p>
    </>
  ),
  race: (
    <>
      <strong>No race scores yet.</strong>
      <p>They are published when every racer of a race is done.</p>
    </>
  ),
} as const;

function captionOf(
  { total, suite, unique_miners, agents_submitted_24h }: LeaderboardWire,
  { board }: BoardSearch,
): string {
  const versions = `${total.toLocaleString('en')} ${forCount(total, 'version')}`;
  const by = `of ${unique_miners.toLocaleString('en')} ${unique_miners === 1 ? 'contestant' : 'contestants'}`;
  const exam =
    board === 'race'
      ? 'by the newest race score'
      : `on ${counted(suite.problem_count, 'problem')} of suite ${suite.suite_id}`;
  return `${versions} ${by}, ${exam}; ${agents_submitted_24h} submitted in the last 24 h`;
}
