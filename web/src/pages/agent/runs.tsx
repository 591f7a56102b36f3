import { Link } from '@tanstack/react-router';
import type { RunWire } from '../../../../src/board/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FailureReason } from '../../parts/failure-reason.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Person } from '../../parts/person.tsx';
import { Score } from '../../parts/score.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

const COLUMNS: readonly Column<RunWire>[] = [
  { head: 'Validator', cell: ({ validator_hotkey }) => <Person hotkey={validator_hotkey} as="validator" /> },
  { head: 'Phase', cell: (run) => <For run={run} /> },
  { head: 'Status', cell: (run) => <Ending run={run} /> },
  { head: 'Score', decisive: true, align: 'right', cell: ({ validator_score }) => <Score value={validator_score} /> },
  {
    head: 'Judge',
    align: 'right',
    narrow: 'hide',
    cell: ({ reasoning_coefficient: judge }) => (judge === null ? '–' : `× ${judge.toFixed(2)}`),
  },
  { head: 'Claimed', narrow: 'hide', cell: ({ claimed_at }) => <Timestamp at={claimed_at} /> },
];

/** Runs of a version: validator, stage and result. */
export function Runs({ runs }: { readonly runs: readonly RunWire[] }) {
  return (
    <DataTable
      caption="Runs of this version, the newest first"
      columns={COLUMNS}
      rows={runs}
      rowKey={({ eval_run_id }) => eval_run_id}
    />
  );
}

function For({ run: { race_id, race_number } }: { readonly run: RunWire }) {
  if (race_id === null) return 'Qualifying';
  return (
    <Link to="/races/$raceId" params={{ raceId: race_id }}>
      Race {race_number}
    </Link>
  );
}

function Ending({ run }: { readonly run: RunWire }) {
  const tone = run.status === 'SUCCESS' ? 'good' : run.failure_owner === 'agent' ? 'bad' : 'quiet';
  return (
    <>
      <Badge tone={tone}>{run.status.toLowerCase().replaceAll('_', ' ')}</Badge>{' '}
      {run.status === 'SUCCESS' && !run.is_included && <span className="quiet">not counted</span>}{' '}
      {run.failure_reason !== null && (
        <FailureReason failure={{ owner: run.failure_owner, code: null, reason: run.failure_reason }} />
      )}{' '}
      {run.invalidation_reason !== null && <HostileText text={run.invalidation_reason} limit={300} />}
    </>
  );
}
