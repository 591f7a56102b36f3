import { useCallback } from 'react';
import { Chart } from '../../parts/chart.tsx';
import type { ShownRun } from './training-summary.ts';

const MEASURE = 'pass@1';
const MARGIN_LEFT = 52;
/** Of a character in a label, in pixels. */
const CHARACTER_WIDTH = 7;

/** pass@1 of every stage with its interval, one colour per run. */
export function StageChart({ runs }: { readonly runs: readonly ShownRun[] }) {
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) => {
      const stages = [...new Set(runs.flatMap(({ run }) => run.summary.stages.map(({ stage }) => stage)))];
      const points = runs.flatMap(({ run, colour }, place) =>
        run.summary.stages.flatMap(({ stage, measures }) => {
          const measured = measures[MEASURE];
          if (measured === undefined) return [];
          // Runs are drawn side by side, because one would hide the other.
          const at = stages.indexOf(stage) + (place - (runs.length - 1) / 2) * 0.12;
          const { low, high } = measured.interval ?? { low: measured.value, high: measured.value };
          return [{ at, value: measured.value, low, high, colour }];
        }),
      );
      const longest = Math.max(0, ...stages.map((stage) => stage.length)) * CHARACTER_WIDTH;
      // Otherwise the names overlap on a phone.
      const isSlanted = longest > (width - MARGIN_LEFT) / stages.length;
      return plot.plot({
        width,
        height: isSlanted ? 240 + longest / 2 : 240,
        marginLeft: MARGIN_LEFT,
        marginBottom: isSlanted ? 30 + longest / 2 : 36,
        style: { background: 'none', fontFamily: 'inherit', fontSize: '12px' },
        x: {
          label: null,
          domain: [-0.5, stages.length - 0.5],
          ticks: stages.map((_, place) => place),
          tickFormat: (place: number) => stages[place] ?? '',
          tickRotate: isSlanted ? -35 : 0,
        },
        y: { label: MEASURE, grid: true, domain: [0, Math.max(0.1, ...points.map(({ high }) => high))], nice: true },
        marks: [
          plot.ruleX(points, { x: 'at', y1: 'low', y2: 'high', stroke: 'colour', strokeWidth: 2 }),
          plot.dot(points, { x: 'at', y: 'value', fill: 'colour', r: 4 }),
        ],
        color: { type: 'identity' },
      });
    },
    [runs],
  );
  return <Chart label={`${MEASURE} by stage with 95 % intervals; the numbers are in the table below`} draw={draw} />;
}
