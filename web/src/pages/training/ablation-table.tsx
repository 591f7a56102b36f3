import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { signed } from './signed.ts';
import { isDifferent, type TrainingAblation } from './training-summary.ts';

interface AblationTableProps {
  readonly run: string;
  readonly ablations: readonly TrainingAblation[];
}

export function AblationTable({ run, ablations }: AblationTableProps) {
  return (
    <DataTable
      caption={`Changes to ${run}; above zero means the change helped`}
      columns={COLUMNS}
      rows={ablations}
      rowKey={({ changed, measure }) => `${changed} ${measure}`}
    />
  );
}

const COLUMNS: readonly Column<TrainingAblation>[] = [
  { head: 'Changed', cell: ({ changed }) => changed },
  { head: 'Measure', cell: ({ measure }) => measure },
  {
    head: 'Difference',
    align: 'right',
    cell: ({ difference: { value, interval } }) => (
      <>
        {signed(value)}{' '}
        {interval !== null && (
          <small className="quiet">
            {signed(interval.low)} to {signed(interval.high)}
          </small>
        )}
      </>
    ),
  },
  { head: 'p', align: 'right', narrow: 'hide', cell: ({ probability }) => probability.toPrecision(2) },
  {
    head: 'Verdict',
    decisive: true,
    cell: ({ difference }) =>
      isDifferent(difference) ? (
        <Badge tone={difference.value > 0 ? 'good' : 'bad'}>{difference.value > 0 ? 'better' : 'worse'}</Badge>
      ) : (
        <span className="quiet">no significant difference</span>
      ),
  },
];
