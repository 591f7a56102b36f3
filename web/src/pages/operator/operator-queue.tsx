import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PendingItemWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { pendingQuery } from '../../api/board-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import type { ChooseAction } from './action-dialog.tsx';
import { actionOf } from './actions.ts';

/** The queue of versions, with the action that removes one. */
export function OperatorQueue({ choose }: { readonly choose: ChooseAction }) {
  const query = useQuery(pendingQuery());
  return (
    <Section title="Queue">
      <QueryView query={query} what="the queue" isEmpty={({ total }) => total === 0} empty="The queue is empty.">
        {({ items, total, summary }) => (
          <DataTable
            caption={`${total} waiting; ${counted(summary.total_runs_needed, 'run')} needed, ${summary.total_runs_active} active`}
            columns={columnsFor(choose)}
            rows={items}
            rowKey={({ work_item_id }) => work_item_id}
          />
        )}
      </QueryView>
    </Section>
  );
}

function columnsFor(choose: ChooseAction): readonly Column<PendingItemWire>[] {
  return [
    {
      head: 'Agent',
      cell: (item) => (
        <>
          <Link to="/agents/$versionId" params={{ versionId: item.agent_version_id }}>
            <HostileText text={item.agent_name} oneLine limit={60} />
          </Link>{' '}
          <span className="quiet">v{item.version_number}</span>{' '}
          {item.phase === 'RACE' && <Badge tone="ours">race</Badge>}
        </>
      ),
    },
    {
      head: 'Runs',
      decisive: true,
      cell: ({ completed_successes, required_successes, active_runs }) =>
        `${completed_successes} of ${required_successes}${active_runs === 0 ? '' : `, ${active_runs} active`}`,
    },
    { head: 'Queued', narrow: 'hide', cell: ({ queued_at }) => <Timestamp at={queued_at} /> },
    { head: 'Why it waits', narrow: 'hide', cell: ({ reason }) => reason },
    {
      head: 'Action',
      cell: ({ agent_version_id, agent_name }) => (
        <button
          type="button"
          className="act"
          onClick={() => choose({ act: actionOf('version cancel'), values: { version: agent_version_id } })}
        >
          Cancel<span className="hidden"> {agent_name}</span>…
        </button>
      ),
    },
  ];
}
