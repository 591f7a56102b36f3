import { useQuery } from '@tanstack/react-query';
import type { TopHistoryWire } from '../../../../src/board/wire.ts';
import { arenaQuery } from '../../api/board-queries.ts';
import { championsQuery } from '../../api/races-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useArenaTime } from '../../parts/use-arena-time.ts';
import { visibleText } from '../../parts/visible-text.ts';
import { RacerLink } from './racer-link.tsx';

type ChampionPeriod = TopHistoryWire['entries'][number];

const NONE = 'No champion yet. The first race decides the first one.';

/** All champions of the active suite, and how long each was champion. */
export function Champions() {
  const { data: arena } = useQuery(arenaQuery());
  // Without a suite there are no champions to request.
  const query = useQuery({ ...championsQuery(), enabled: arena?.suite != null });
  const { data } = query;
  const note =
    data !== undefined && data.total > data.entries.length && `The newest ${data.entries.length} of ${data.total}`;
  return (
    <Section title="Champions" note={note} hasResults>
      {arena?.suite === null ? (
        <div className="state">{NONE}</div>
      ) : (
        <QueryView query={query} what="the champions" isEmpty={({ entries }) => entries.length === 0} empty={NONE}>
          {({ entries }) => (
            <>
              <ChampionTimeline reigns={entries} />
              <DataTable
                caption="Champions on the active suite, the newest first"
                columns={COLUMNS}
                rows={entries}
                rowKey={({ reign }) => `${reign}`}
              />
            </>
          )}
        </QueryView>
      )}
    </Section>
  );
}

/** One bar per champion, as wide as its time as champion. The table has the same data as text. */
function ChampionTimeline({ reigns }: { readonly reigns: readonly ChampionPeriod[] }) {
  const now = useArenaTime(MINUTE);
  return (
    <div className="reigns" aria-hidden="true">
      {reigns.toReversed().map(({ reign, agent_name, top_at, ended_at, final_score }) => {
        const lasted = Math.max(0, (ended_at === null ? now : Date.parse(ended_at)) - Date.parse(top_at));
        return (
          <span key={reign} style={{ flexGrow: lasted }} title={`${visibleText(agent_name, 60)}, ${days(lasted)}`}>
            {visibleText(agent_name, 30)} <small>{final_score.toFixed(2)}</small>
          </span>
        );
      })}
    </div>
  );
}

const MINUTE = 60_000;
const DAY = 86_400_000;

function days(milliseconds: number): string {
  return `${(milliseconds / DAY).toFixed(1)} days`;
}

const COLUMNS: readonly Column<ChampionPeriod>[] = [
  {
    head: 'Agent',
    cell: ({ agent_version_id, agent_name, version_number }) => (
      <RacerLink versionId={agent_version_id} name={agent_name} version={version_number} />
    ),
  },
  { head: 'Contestant', narrow: 'hide', cell: ({ miner_hotkey }) => <Person hotkey={miner_hotkey} /> },
  { head: 'Score', decisive: true, align: 'right', cell: ({ final_score }) => final_score.toFixed(4) },
  { head: 'From', narrow: 'hide', cell: ({ top_at }) => <Timestamp at={top_at} /> },
  {
    head: 'Until',
    cell: ({ ended_at, is_current_top }) =>
      ended_at === null ? (
        <Badge tone="good">{is_current_top ? 'champion now' : 'open'}</Badge>
      ) : (
        <Timestamp at={ended_at} />
      ),
  },
];
