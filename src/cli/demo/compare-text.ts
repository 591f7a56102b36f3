import { SIGNIFICANCE_LEVEL } from '../../arena/race.ts';
import type { RaceDetailWire } from '../../board/wire.ts';

type Comparison = NonNullable<RaceDetailWire['result']>['comparisons'][number];

const SHOWN_DIGITS = 1;

/** How a challenger did against the incumbent, and how certain that is. */
export function comparisonText(name: string, comparison: Comparison): string {
  const { problems, tried, adjusted_probability: probability } = comparison;
  const among = tried === 1 ? 'the only challenger' : `one of ${tried} challengers`;
  const verdict =
    probability < SIGNIFICANCE_LEVEL
      ? `This is statistically significant (p = ${probability.toFixed(3)}).`
      : 'This is not statistically significant; the race is decided by the score.';
  return `${name}, ${among}, ${solvedText(comparison, ` of the ${problems} problems`)}. ${verdict}`;
}

/** The difference in the share of problems solved, in percentage points. */
export function solvedText({ difference, interval }: Pick<Comparison, 'difference' | 'interval'>, of = ''): string {
  const points = pointsText(Math.abs(difference));
  const [low, high] = interval.map(pointsText);
  const range = `95 % interval: ${low} to ${high}`;
  if (Number(points) === 0) return `solved as many${of} as the incumbent (${range})`;
  if (difference > 0) return `solved ${points} percentage points more${of} than the incumbent (${range})`;
  return `solved ${points} percentage points fewer${of} than the incumbent (difference: −${points}, ${range})`;
}

function pointsText(share: number): string {
  const text = Math.abs(100 * share).toFixed(SHOWN_DIGITS);
  return share < 0 && Number(text) !== 0 ? `−${text}` : text;
}
