import { useQuery } from '@tanstack/react-query';
import { arenaQuery } from '../../api/board-queries.ts';
import { Page } from '../../parts/page.tsx';
import { RaceAlarmLine } from '../../parts/race-alarm.tsx';
import { WaitingPanel } from '../../parts/waiting-panel.tsx';
import './arena.css';
import { Leaderboards } from './leaderboards.tsx';
import { PhasePanel } from './phase-panel.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { RecentEvents } from './recent-events.tsx';
import { RunningPanel } from './running-panel.tsx';
import { suiteStateOf } from './suite-state.ts';
import { TopPanel } from './top-panel.tsx';

export function ArenaPage() {
  const { data: arena, isError } = useQuery(arenaQuery());
  // Without a suite there is no leaderboard to request; until that is known, nothing is requested.
  const suite = suiteStateOf(arena, isError);
  return (
    <Page
      title="Arena"
      lead="Shopping agents, run by independent validators on problems they have never seen. The best agent is paid until another one beats it."
    >
      <RaceAlarmLine />
      {arena !== undefined && <WaitingPanel arena={arena} />}
      <div className="columns">
        <div>
          <PhasePanel suite={suite} />
          <RunningPanel />
        </div>
        <TopPanel suite={suite} />
      </div>
      <Leaderboards suite={suite} />
      <QueuePanel suite={suite} />
      <RecentEvents />
    </Page>
  );
}
