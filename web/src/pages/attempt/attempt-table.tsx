import { Link } from '@tanstack/react-router';
import type { ProblemAttemptWire } from '../../../../src/board/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { failureOf } from '../../parts/failure-of.ts';
import { FailureReason } from '../../parts/failure-reason.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Person } from '../../parts/person.tsx';
import { PROBLEM_RESULTS } from './problem-results.ts';

interface AttemptTableProps {
  readonly caption: string;
  readonly problemId: string;
  readonly attempts: readonly ProblemAttemptWire[];
  /** An extra column, for actions. */
  readonly extra?: Column<ProblemAttemptWire>;
}

/** Attempts at one problem, each with a link. */
export function AttemptTable({ caption, problemId, attempts, extra }: AttemptTableProps) {
  const columns: Column<ProblemAttemptWire>[] = [
    {
      head: 'Result',
      decisive: true,
      cell: ({ status, eval_run_id, is_included }) => (
        <>
          <Link to="/attempts/$runId/$problemId" params={{ runId: eval_run_id, problemId }}>
            <Badge tone={PROBLEM_RESULTS[status].tone}>{PROBLEM_RESULTS[status].text}</Badge>
          </Link>
          {!is_included && <small className="quiet"> not counted</small>}
        </>
      ),
    },
    {
      head: 'Agent',
      cell: ({ agent_version_id, agent_name, version_number }) => (
        <Link to="/agents/$versionId" params={{ versionId: agent_version_id }}>
          <HostileText text={agent_name} limit={40} oneLine /> v{version_number}
        </Link>
      ),
    },
    {
      head: 'Why it failed',
      narrow: 'hide',
      cell: (attempt) => {
        const failure = failureOf(attempt);
        return failure === null ? <span className="quiet">–</span> : <FailureReason failure={failure} />;
      },
    },
    ...(extra === undefined ? [] : [extra]),
    {
      head: 'Validator',
      narrow: 'hide',
      cell: ({ validator_hotkey }) => <Person hotkey={validator_hotkey} as="validator" />,
    },
    {
      head: 'Reasoning',
      align: 'right',
      narrow: 'hide',
      cell: ({ reasoning_score }) => reasoning_score ?? <span className="quiet">–</span>,
    },
    {
      head: 'Time',
      align: 'right',
      narrow: 'hide',
      cell: ({ execution_time }) =>
        execution_time === null ? <span className="quiet">–</span> : `${execution_time.toFixed(1)} s`,
    },
    {
      head: 'Where',
      narrow: 'hide',
      cell: ({ race_id, race_number }) =>
        race_id === null ? (
          'qualifying'
        ) : (
          <Link to="/races/$raceId" params={{ raceId: race_id }}>
            race {race_number}
          </Link>
        ),
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={attempts} rowKey={({ eval_run_id }) => eval_run_id} />;
}
