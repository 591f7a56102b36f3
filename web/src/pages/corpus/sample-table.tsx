import { Link } from '@tanstack/react-router';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import type { CorpusSample } from './corpus-summary.ts';

export function SampleTable({ samples }: { readonly samples: readonly CorpusSample[] }) {
  if (samples.length === 0) return <div className="state">There is no row to show.</div>;
  return <DataTable caption="Some rows, as they are" columns={COLUMNS} rows={samples} rowKey={({ id }) => id} />;
}

const COLUMNS: readonly Column<CorpusSample>[] = [
  {
    head: 'What was asked',
    cell: ({ query, run_id: runId, problem_id: problemId }) => (
      <>
        <HostileText text={query} limit={240} />{' '}
        {runId !== null && (
          <Link to="/attempts/$runId/$problemId" params={{ runId, problemId }}>
            the attempt
          </Link>
        )}
      </>
    ),
  },
  {
    head: 'Model',
    cell: ({ model, simulated }) => (
      <>
        <HostileText text={model} oneLine limit={60} /> {simulated && <Badge tone="warn">simulated</Badge>}
      </>
    ),
  },
  { head: 'Split', cell: ({ split }) => split ?? '–' },
  { head: 'Calls', align: 'right', narrow: 'hide', cell: ({ calls }) => calls },
  { head: 'Tokens', align: 'right', narrow: 'hide', cell: ({ tokens }) => tokens.toLocaleString('en') },
  {
    head: 'Solved',
    cell: ({ success }) =>
      success === null ? '–' : <Badge tone={success ? 'good' : 'bad'}>{success ? 'yes' : 'no'}</Badge>,
  },
];
