import { useCallback, useMemo } from 'react';
import { thinned } from '../../../../src/training/browser.ts';
import { Chart } from '../../parts/chart.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import type { TrainingCurve as Curve } from './training-summary.ts';

const MOST_POINTS = 500;
const MOST_ROWS = 30;

export function TrainingCurve({ curve }: { readonly curve: Curve }) {
  const points = useMemo(() => thinned(curve.points, MOST_POINTS), [curve]);
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) =>
      plot.plot({
        width,
        height: 220,
        marginLeft: 52,
        marginBottom: 44,
        style: { background: 'none', fontFamily: 'inherit', fontSize: '12px' },
        x: { label: 'step', labelOffset: 38 },
        y: { label: curve.what, grid: true, nice: true },
        marks: [plot.lineY(points, { x: 'step', y: 'value', stroke: 'var(--chart)', strokeWidth: 2 })],
      }),
    [points, curve.what],
  );
  const [first, last] = [curve.points[0], curve.points.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <Chart
      label={`${curve.stage}: ${curve.what} from ${first.value.toFixed(3)} to ${last.value.toFixed(3)} in ${last.step} steps`}
      draw={draw}
      table={
        <DataTable
          caption={`${curve.what} by step`}
          columns={COLUMNS}
          rows={thinned(points, MOST_ROWS)}
          rowKey={({ step }) => `${step}`}
        />
      }
    />
  );
}

const COLUMNS: readonly Column<Curve['points'][number]>[] = [
  { head: 'Step', align: 'right', cell: ({ step }) => step.toLocaleString('en') },
  { head: 'Value', align: 'right', cell: ({ value }) => value.toFixed(4) },
];
