import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { RaceCurrentWire, RaceHistoryWire, RaceWire } from '../../../../src/board/wire.ts';
import { arenaQuery } from '../../api/board-queries.ts';
import { currentRaceQuery, raceAlarmQuery, raceHistoryQuery } from '../../api/races-queries.ts';
import { Countdown } from '../../parts/countdown.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Page } from '../../parts/page.tsx';
import { Paging } from '../../parts/paging.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { RaceAlarmText } from '../../parts/race-alarm.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { NO_SUITE, suiteStateOf } from '../arena/suite-state.ts';
import { Champions } from './champions.tsx';
import { FieldDifficulty } from './field-difficulty.tsx';
import { MoreRacers } from './more-racers.tsx';
import { Progress } from './progress.tsx';
import { Qualifiers } from './qualifiers.tsx';
import { RaceBadge } from './race-badge.tsx';
import { RacerLink } from './racer-link.tsx';
import { Timeline } from './timeline.tsx';
import './race.css';

const PAGE = 20;

export function RacesPage() {
  return (
    <Page
      title="Races"
      lead={
        <>
          Once a day the qualified versions race against the champion on hidden problems. A challenger that beats it by
          the margin becomes champion. <a href="/v1/public/feed.atom">Atom feed of races and champions</a>
        </>
      }
    >
      <div className="race-page">
        <Current />
        <Champions />
        <FieldDifficulty />
        <Rewarded />
        <History />
      </div>
    </Page>
  );
}

function Current() {
  const query = useInfiniteQuery(currentRaceQuery());
  return (
    <QueryView query={query} what="the current race">
      {({ pages }) => {
        const current = pages[0]!;
        if (current.race === null) return <Between {...current} />;
        const qualifiers = pages.flatMap((page) => page.qualifiers);
        return (
          <UnderWay {...current} race={current.race} qualifiers={qualifiers}>
            <MoreRacers shown={qualifiers.length} total={current.race.qualifier_count} query={query} />
          </UnderWay>
        );
      }}
    </QueryView>
  );
}

function Between({ next_window }: RaceCurrentWire) {
  const { data: arena, isError } = useQuery(arenaQuery());
  const suite = suiteStateOf(arena, isError);
  return (
    <Section title="No race now">
      {suite === 'none' && <p>{NO_SUITE}</p>}
      {suite === 'active' && (
        <p>
          Agents submitted now can qualify for the next race.{' '}
          <Countdown until={next_window.closes_at} label="Qualifying closes:" />.
        </p>
      )}
    </Section>
  );
}

interface UnderWayProps extends RaceCurrentWire {
  readonly race: RaceWire;
  readonly children: ReactNode;
}

function UnderWay({ race, qualifiers, next_window, children }: UnderWayProps) {
  const isOpen = race.state === 'qualifying_open';
  return (
    <Section
      title={isOpen ? `Qualifying for race ${race.race_number}` : `Race ${race.race_number}, under way`}
      note={
        <Link to="/races/$raceId" params={{ raceId: race.race_id }}>
          Everything about race {race.race_number}
        </Link>
      }
      hasResults
    >
      <Timeline race={race} />
      {race.status === 'RACE_RUNNING' && <Progress race={race} />}
      <Qualifiers race={race} qualifiers={qualifiers} />
      {children}
      {!isOpen && (
        <p className="quiet">
          Agents submitted now enter the next race;{' '}
          <Countdown until={next_window.closes_at} label="its qualifying closes:" />.
        </p>
      )}
    </Section>
  );
}

function Rewarded() {
  const query = useQuery(raceAlarmQuery());
  return (
    <Section
      title="Race alarm"
      note="Over the last ten decided races: do scripted versions score higher, or did the judge change a winner?"
    >
      <QueryView query={query} what="the race alarm">
        {(alarm) => <RaceAlarmText alarm={alarm} />}
      </QueryView>
    </Section>
  );
}

const COLUMNS: readonly Column<RaceWire>[] = [
  {
    head: 'Race',
    cell: ({ race_id, race_number }) => (
      <Link to="/races/$raceId" params={{ raceId: race_id }}>
        Race {race_number}
      </Link>
    ),
  },
  { head: 'Outcome', decisive: true, cell: (race) => <Outcome race={race} /> },
  { head: 'Score', align: 'right', cell: ({ winner_score }) => winner_score?.toFixed(4) ?? '–' },
  { head: 'Racers', align: 'right', narrow: 'hide', cell: ({ qualifier_count }) => qualifier_count },
  { head: 'Closed', narrow: 'hide', cell: ({ qualifying_closes_at }) => <Timestamp at={qualifying_closes_at} /> },
];

function Outcome({ race }: { readonly race: RaceWire }) {
  const { winner_agent_version_id: winner, winner_agent_name, incumbent_agent_version_id, state, reason } = race;
  if (state !== 'promoted' || winner === null) {
    return (
      <>
        <RaceBadge state={state} /> {reason !== null && <HostileText text={reason} limit={200} oneLine />}
      </>
    );
  }
  return (
    <>
      <RacerLink versionId={winner} name={winner_agent_name ?? undefined} />
      <div className="quiet">{winner === incumbent_agent_version_id ? 'stayed champion' : 'became champion'}</div>
    </>
  );
}

/** @example '2 decided, 4 cancelled' */
function countText({ total, cancelled }: RaceHistoryWire): string {
  return cancelled === undefined ? `${total} so far` : `${total - cancelled} decided, ${cancelled} cancelled`;
}

function History() {
  const [offset, setOffset] = useState(0);
  const query = useQuery(raceHistoryQuery(PAGE, offset));
  const total = query.data?.total ?? 0;
  return (
    <Section title="Past races" note={query.data && total > 0 ? countText(query.data) : undefined} hasResults>
      <QueryView
        query={query}
        what="the list of races"
        isEmpty={(history) => history.total === 0}
        empty="No race is over yet. The first result appears here when the first champion is decided."
      >
        {({ races }) => (
          <DataTable
            caption="Races that are over, the newest first"
            columns={COLUMNS}
            rows={races}
            rowKey={({ race_id }) => race_id}
          />
        )}
      </QueryView>
      <Paging offset={offset} limit={PAGE} total={total} setOffset={setOffset} />
    </Section>
  );
}
