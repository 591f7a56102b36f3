import { useCallback, useMemo } from 'react';
import type { HotkeyPageWire } from '../../../../src/board/wire.ts';
import { Chart } from '../../parts/chart.tsx';
import { visibleText } from '../../parts/visible-text.ts';

interface Point {
  readonly at: Date;
  readonly score: number;
  readonly low: number;
  readonly high: number;
  readonly agent: string;
}

/** A line through two versions would look like a trend. */
const FEWEST_VERSIONS = 3;

/** Qualifying scores of a contestant's versions over time, with their 95 % intervals. The versions table has the numbers. */
export function ScoreHistory({ versions }: Pick<HotkeyPageWire, 'versions'>) {
  const points = useMemo(() => pointsOf(versions), [versions]);
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) =>
      plot.plot({
        width,
        height: 220,
        marginLeft: 48,
        style: { background: 'none', fontFamily: 'inherit', fontSize: '12px' },
        x: { label: null },
        y: { label: 'score', domain: [0, 1], grid: true },
        marks: [
          plot.ruleX(points, { x: 'at', y1: 'low', y2: 'high', stroke: 'var(--line)', strokeWidth: 3 }),
          plot.lineY(points, { x: 'at', y: 'score', z: 'agent', stroke: 'var(--chart)' }),
          plot.dot(points, { x: 'at', y: 'score', fill: 'var(--chart)', r: 4 }),
        ],
      }),
    [points],
  );
  if (points.length === 0) return null;
  const best = points.reduce((one, other) => (other.score > one.score ? other : one));
  const label = `Scores of ${points.length} versions over time, each agent a line. Best: ${best.score.toFixed(4)} (${best.agent}).`;
  return (
    <Chart
      label={label}
      draw={draw}
      values={{ count: points.length, needed: FEWEST_VERSIONS, noun: 'scored version' }}
    />
  );
}

function pointsOf(versions: HotkeyPageWire['versions']): readonly Point[] {
  return versions
    .flatMap(({ submitted_at, final_score: score, score_interval, agent_name }) =>
      score === null
        ? []
        : [
            {
              at: new Date(submitted_at),
              score,
              low: score_interval?.low ?? score,
              high: score_interval?.high ?? score,
              agent: visibleText(agent_name, 60),
            },
          ],
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
