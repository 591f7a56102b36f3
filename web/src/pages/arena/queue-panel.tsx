import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PendingItemWire, PendingWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { pendingQuery } from '../../api/board-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import type { SuiteState } from './suite-state.ts';

export function QueuePanel({ suite }: { readonly suite: SuiteState }) {
  const query = useQuery(pendingQuery());
  return (
    <Section title="Queue">
      <QueryView
        query={query}
        what="the queue"
        isEmpty={({ total }) => total === 0}
        empty={
          suite === 'none' ? (
            'The queue is empty. Agents cannot be submitted yet.'
          ) : (
            <>
              The queue is empty: an agent <Link to="/submit">submitted</Link> now is next.
            </>
          )
        }
      >
        {(pending) => (
          <>
            <DataTable
              caption={captionOf(pending)}
              columns={COLUMNS}
              rows={pending.items}
              rowKey={(item) => item.work_item_id}
            />
            {pending.summary.projected_completion_at !== null && (
              <p className="quiet">
                Expected to finish <Timestamp at={pending.summary.projected_completion_at} />.
              </p>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}

const COLUMNS: readonly Column<PendingItemWire>[] = [
  { head: 'Place', align: 'right', cell: ({ position }) => position ?? '–' },
  {
    head: 'Agent',
    cell: (item) => (
      <>
        <Link to="/agents/$versionId" params={{ versionId: item.agent_version_id }}>
          <HostileText text={item.agent_name} oneLine limit={100} />
        </Link>{' '}
        <span className="quiet">v{item.version_number}</span> {item.phase === 'RACE' && <Badge tone="ours">race</Badge>}
      </>
    ),
  },
  {
    head: 'Runs',
    cell: ({ completed_successes: done, required_successes: required, active_runs: active }) =>
      `${done} of ${required}${active === 0 ? '' : `, ${active} under way`}`,
  },
  {
    head: 'Next run',
    decisive: true,
    cell: ({ estimated_start_at: start }) => (start === null ? 'no estimate' : <Timestamp at={start} />),
  },
  { head: 'Why it waits', narrow: 'hide', cell: ({ reason }) => reason },
];

function captionOf({ total, items, summary }: PendingWire): string {
  const shown = items.length < total ? `, first ${items.length} shown` : '';
  return `${total} waiting${shown}; ${counted(summary.total_runs_needed, 'run is', 'runs are')} needed, ${summary.total_runs_active} under way`;
}
