import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { LeaderboardQuery, LeaderboardWire } from '../../../../src/board/wire.ts';
import { leaderboardQuery } from '../../api/board-queries.ts';
import { Asked } from '../../parts/asked.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Section } from '../../parts/section.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { columnsOf } from './leaderboard-columns.tsx';
import type { SuiteState } from './suite-state.ts';

type ScoreType = LeaderboardQuery['score_type'];

/** The next page is asked for before the end is in sight. */
const PIXELS_AHEAD = 4_000;

export function Leaderboards({ suite }: { readonly suite: SuiteState }) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const field = useId();
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
  const isKnown = suite === 'active';
  return (
    <Section title="Leaderboards" note="Intervals are 95 %: where a score would lie on other problems of the kind.">
      <p className="search">
        <label htmlFor={field}>Find an agent or a hotkey</label>
        <input
          id={field}
          type="search"
          value={typed}
          maxLength={100}
          placeholder="part of a name, beginning of a hotkey"
          onChange={({ target }) => setTyped(target.value)}
        />
      </p>
      <Tabs
        label="Leaderboards"
        tabs={[
          {
            id: 'qualifying',
            title: 'Qualifying',
            content: <Board key="qualifying" scoreType="qualifying" search={search} isKnown={isKnown} />,
          },
          {
            id: 'race',
            title: 'Race',
            content: <Board key="race" scoreType="race" search={search} isKnown={isKnown} />,
          },
        ]}
      />
    </Section>
  );
}

interface BoardProps {
  readonly scoreType: ScoreType;
  readonly search: string;
  readonly isKnown: boolean;
}

function Board({ scoreType, search, isKnown }: BoardProps) {
  const query = useInfiniteQuery({ ...leaderboardQuery(scoreType, search), enabled: isKnown });
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
  // A live event that comes while a page is on its way cancels it, and whoever is at the end cannot scroll to ask again.
  useEffect(() => {
    if (!isFetching && !isFetchNextPageError && isNearEnd()) more();
  }, [isFetching, rows]);
  return (
    <Asked
      query={query}
      what="the leaderboard"
      isEmpty={({ pages }) => pages[0]!.total === 0}
      empty={search === '' ? NOBODY[scoreType] : `Nothing here is called “${search.slice(0, 60)}”.`}
    >
      {({ pages }) => (
        <div ref={table} onScrollCapture={() => isNearEnd() && more()}>
          <DataTable
            caption={captionOf(pages[0]!, scoreType)}
            columns={columnsOf(scoreType, rows)}
            rows={rows}
            rowKey={(row) => row.agent_version_id}
            rowClass={(row) => (row.is_current_top ? 'top-row' : undefined)}
          />
          {hasNextPage && (
            <p className="more">
              {rows.length.toLocaleString('en')} of {pages[0]!.total.toLocaleString('en')} are here.{' '}
              <button type="button" onClick={more} disabled={isFetchingNextPage}>
                {isFetchingNextPage ? 'Loading…' : 'Show more'}
              </button>
            </p>
          )}
        </div>
      )}
    </Asked>
  );
}

const NOBODY = {
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
  scoreType: ScoreType,
): string {
  const versions = `${total.toLocaleString('en')} ${total === 1 ? 'version' : 'versions'}`;
  const by = `of ${unique_miners.toLocaleString('en')} ${unique_miners === 1 ? 'contestant' : 'contestants'}`;
  const exam =
    scoreType === 'race' ? 'by the newest race score' : `on ${suite.problem_count} problems of suite ${suite.suite_id}`;
  return `${versions} ${by}, ${exam}; ${agents_submitted_24h} handed in within a day`;
}
