import { useCallback, useMemo } from 'react';
import { counted } from '../../../../src/text/counted.ts';
import { thinned } from '../../../../src/training/browser.ts';
import { Chart } from '../../parts/chart.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import type { overlaidCurves } from './training-summary.ts';

type Curves = ReturnType<typeof overlaidCurves>[number];

const MOST_POINTS = 500;
const MOST_ROWS = 30;
/** A line through two measurements would look like a steady course. */
const FEWEST_POINTS = 3;

interface Row {
  readonly name: string;
  readonly step: number;
  readonly value: number;
}

/** One chart per kind of curve, with a line for each run. */
export function TrainingCurve({ curves }: { readonly curves: Curves }) {
  const { stage, what, lines } = curves;
  const thin = useMemo(() => lines.map((line) => ({ ...line, points: thinned(line.points, MOST_POINTS) })), [lines]);
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) =>
      plot.plot({
        width,
        height: 220,
        marginLeft: 52,
        marginBottom: 44,
        style: { background: 'none', fontFamily: 'inherit', fontSize: '12px' },
        x: { label: 'step', labelOffset: 38 },
        y: { label: what, grid: true, nice: true },
        marks: thin.map(({ points, colour }) =>
          plot.lineY(points, { x: 'step', y: 'value', stroke: colour, strokeWidth: 2 }),
        ),
      }),
    [thin, what],
  );
  const rows = thin.flatMap(({ run, points }) =>
    thinned(points, Math.ceil(MOST_ROWS / thin.length)).map(({ step, value }) => ({ name: run.name, step, value })),
  );
  const ends = lines.flatMap(({ run, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return [];
    const named = lines.length > 1 ? `${run.name} ` : '';
    return [`${named}from ${first.value.toFixed(3)} to ${last.value.toFixed(3)} in ${counted(last.step, 'step')}`];
  });
  if (ends.length === 0) return null;
  const longest = Math.max(...lines.map(({ points }) => points.length));
  return (
    <Chart
      label={`${stage}: ${what} ${ends.join('; ')}`}
      draw={draw}
      values={{ count: longest, needed: FEWEST_POINTS, noun: 'measurement' }}
      table={
        <DataTable
          caption={`${stage}: ${what} by step`}
          columns={COLUMNS}
          rows={rows}
          rowKey={({ name, step }) => `${name} ${step}`}
        />
      }
    />
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'Run', cell: ({ name }) => name },
  { head: 'Step', align: 'right', cell: ({ step }) => step.toLocaleString('en') },
  { head: 'Value', decisive: true, align: 'right', cell: ({ value }) => value.toFixed(4) },
];
