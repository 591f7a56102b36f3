import { SIGNIFICANCE_LEVEL } from '../../../../src/arena/browser.ts';
import type { RaceDetailWire } from '../../../../src/board/wire.ts';

export type Comparison = NonNullable<RaceDetailWire['result']>['comparisons'][number];

/**
 * Whether a difference to the incumbent is significant. The interval is for one challenger; the probability is
 * corrected for all challengers.
 */
export function differenceVerdict({ interval: [low, high], adjusted_probability, tried }: Comparison): {
  readonly isChance: boolean;
  readonly sentence: string;
} {
  const probability = adjusted_probability < 0.001 ? '< 0.001' : `= ${adjusted_probability.toFixed(3)}`;
  const counted = tried === 1 ? '' : `, corrected for ${tried} challengers`;
  if (low <= 0 && high >= 0) {
    return { isChance: true, sentence: 'Not statistically significant: the interval covers 0.' };
  }
  if (adjusted_probability >= SIGNIFICANCE_LEVEL) {
    return {
      isChance: true,
      sentence: `Not statistically significant: p ${probability} after correcting for ${tried} challengers.`,
    };
  }
  return { isChance: false, sentence: `Statistically significant: p ${probability}${counted}.` };
}

export function signed(value: number, digits = 3): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value < 0 ? '−' : '+'}${text}`;
}

/** One scale for all bars of a table, centred at 0, so that they can be compared by eye. */
export function differenceReach(comparisons: readonly Comparison[]): number {
  const ends = comparisons.flatMap(({ interval, difference }) => [...interval, difference]).map(Math.abs);
  return Math.max(0.1, ...ends);
}
