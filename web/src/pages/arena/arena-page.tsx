import { Page } from '../../parts/page.tsx';
import { RaceAlarmLine } from '../../parts/race-alarm.tsx';
import './arena.css';
import { Leaderboards } from './leaderboards.tsx';
import { PhasePanel } from './phase-panel.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { RecentEvents } from './recent-events.tsx';
import { RunningPanel } from './running-panel.tsx';
import { TopPanel } from './top-panel.tsx';

export function ArenaPage() {
  return (
    <Page
      title="Arena"
      lead="Shopping agents, run by independent validators on problems they have never seen. The best one is paid until somebody beats it."
    >
      <RaceAlarmLine />
      <div className="columns">
        <div>
          <PhasePanel />
          <RunningPanel />
        </div>
        <TopPanel />
      </div>
      <Leaderboards />
      <QueuePanel />
      <RecentEvents />
    </Page>
  );
}
