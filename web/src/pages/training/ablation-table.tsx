import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { isDifferent, type TrainingAblation } from './training-summary.ts';

export function AblationTable({ ablations }: { readonly ablations: readonly TrainingAblation[] }) {
  if (ablations.length === 0) return <div className="state">No ablation was run.</div>;
  return (
    <DataTable
      caption="Above zero, the change did better"
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
    cell: ({ difference }) =>
      isDifferent(difference) ? (
        <Badge tone={difference.value > 0 ? 'good' : 'bad'}>{difference.value > 0 ? 'better' : 'worse'}</Badge>
      ) : (
        <span className="quiet">no difference shown</span>
      ),
  },
];

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
