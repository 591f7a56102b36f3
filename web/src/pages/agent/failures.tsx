import { useQuery } from '@tanstack/react-query';
import type { RunWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { type Stage, versionProblemsQuery } from '../../api/versions-queries.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FailureReason } from '../../parts/failure-reason.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { type FailureGroup, groupFailures, type Owner } from './group-failures.ts';

const OWNERS: Readonly<Record<Owner, { readonly title: string; readonly tone: Tone; readonly meaning: string }>> = {
  agent: { title: 'Agent', tone: 'bad', meaning: 'counts against it' },
  validator: { title: 'Validator', tone: 'quiet', meaning: 'does not count; the run is repeated' },
  platform: { title: 'Platform', tone: 'quiet', meaning: 'does not count; the run is repeated' },
  nobody: { title: 'No owner', tone: 'quiet', meaning: 'does not count' },
};

const COLUMNS: readonly Column<FailureGroup>[] = [
  { head: 'Reason', cell: (group) => <FailureReason failure={{ owner: null, ...group }} showsOwner={false} /> },
  {
    head: 'Times',
    decisive: true,
    align: 'right',
    cell: ({ count, of }) => (of === 'run' ? counted(count, 'whole run') : count),
  },
];

interface FailuresProps {
  readonly versionId: string;
  readonly stage: Stage;
  /** Runs of that stage. */
  readonly runs: readonly RunWire[];
}

/** Failures grouped by owner. */
export function Failures({ versionId, stage, runs }: FailuresProps) {
  const query = useQuery(versionProblemsQuery(versionId, stage));
  return (
    <QueryView
      query={query}
      what="the failures"
      isEmpty={({ problems }) => groupFailures(problems, runs).length === 0}
      empty="No failures in the public results."
    >
      {({ problems }) =>
        groupFailures(problems, runs).map(({ owner, reasons }) => (
          <div key={owner} className="agent-failures">
            <h4>
              {OWNERS[owner].title} <Badge tone={OWNERS[owner].tone}>{OWNERS[owner].meaning}</Badge>
            </h4>
            <DataTable
              caption={`${OWNERS[owner].title} failures, one per problem and validator`}
              columns={COLUMNS}
              rows={reasons}
              rowKey={({ of, code, reason }) => `${of} ${code} ${reason}`}
            />
          </div>
        ))
      }
    </QueryView>
  );
}
