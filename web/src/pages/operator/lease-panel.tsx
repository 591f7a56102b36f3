import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AdminRunsWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { leasesQuery } from '../../api/operator-queries.ts';
import { versionStatusQuery } from '../../api/versions-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import type { ChooseAction } from './action-dialog.tsx';
import { actionOf } from './actions.ts';

type Lease = AdminRunsWire['evaluation_runs'][number];

/** Runs leased by validators, and until when. */
export function LeasePanel({ choose }: { readonly choose: ChooseAction }) {
  const query = useQuery(leasesQuery());
  return (
    <Section title="Leases" note="Heartbeats renew a lease; when it expires, another validator may claim the run">
      <QueryView
        query={query}
        what="the leases"
        isEmpty={(runs) => runs.length === 0}
        empty="No validator holds a run."
      >
        {(runs) => (
          <DataTable
            caption={`${counted(runs.length, 'run is', 'runs are')} held`}
            columns={columnsFor(choose)}
            rows={runs}
            rowKey={({ run_id }) => run_id}
          />
        )}
      </QueryView>
    </Section>
  );
}

function columnsFor(choose: ChooseAction): readonly Column<Lease>[] {
  return [
    { head: 'Validator', cell: ({ validator_hotkey }) => <Person hotkey={validator_hotkey} as="validator" /> },
    {
      head: 'Version',
      narrow: 'hide',
      cell: ({ agent_version_id, phase }) => (
        <>
          <Link to="/agents/$versionId" params={{ versionId: agent_version_id }}>
            <VersionName versionId={agent_version_id} />
          </Link>{' '}
          {phase === 'RACE' && <Badge tone="ours">race</Badge>}
        </>
      ),
    },
    { head: 'Lease ends', decisive: true, cell: ({ lease_expires_at }) => <Timestamp at={lease_expires_at} /> },
    {
      head: 'Last heartbeat',
      narrow: 'hide',
      cell: ({ last_heartbeat_at }) =>
        last_heartbeat_at === null ? <span className="quiet">none</span> : <Timestamp at={last_heartbeat_at} />,
    },
    { head: 'Claimed', narrow: 'hide', cell: ({ claimed_at }) => <Timestamp at={claimed_at} /> },
    {
      head: 'Action',
      cell: ({ run_id }) => (
        <button
          type="button"
          className="act"
          onClick={() => choose({ act: actionOf('run invalidate'), values: { run: run_id } })}
        >
          Invalidate<span className="hidden"> run {run_id}</span>…
        </button>
      ),
    },
  ];
}

/** A version's name, or the beginning of its id until the name is loaded. */
function VersionName({ versionId }: { readonly versionId: string }) {
  const { data } = useQuery(versionStatusQuery(versionId));
  if (data === undefined) return <span className="address">{versionId.slice(0, 8)}</span>;
  return (
    <>
      <HostileText text={data.agent_name} oneLine limit={60} /> v{data.version_number}
    </>
  );
}
