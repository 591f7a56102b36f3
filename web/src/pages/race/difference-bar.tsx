import type { Comparison } from './difference.ts';
import { signed } from './difference.ts';

const WIDTH = 160;
const HEIGHT = 16;

interface DifferenceBarProps {
  readonly comparison: Comparison;
  /** The scale reaches from -reach to +reach. */
  readonly reach: number;
}

/** A difference with its interval on a line centred at 0. Decorative: the numbers are beside it. */
export function DifferenceBar({ comparison, reach }: DifferenceBarProps) {
  const { difference, interval } = comparison;
  const place = (value: number): number => ((value / reach + 1) / 2) * (WIDTH - 8) + 4;
  const [low, high] = [place(interval[0]), place(interval[1])];
  return (
    <span className="race-difference">
      <span>
        <strong>{signed(difference)}</strong>{' '}
        <small>
          95 %: {signed(interval[0])} to {signed(interval[1])}
        </small>
      </span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
        <line x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} className="race-axis" />
        <line x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} className="race-zero" />
        <rect x={low} y={5} width={Math.max(2, high - low)} height={6} rx={3} className="race-interval" />
        <circle cx={place(difference)} cy={HEIGHT / 2} r={4} className="race-estimate" />
      </svg>
    </span>
  );
}
