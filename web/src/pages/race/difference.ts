import type { RaceDetailWire } from '../../../../src/board/wire.ts';

export type Comparison = NonNullable<RaceDetailWire['result']>['comparisons'][number];

/** The same bound as the arena's own remark. */
const DOUBT = 0.05;

/** What a difference to the incumbent proves. The interval is for one challenger; the probability counts all who tried. */
export function differenceVerdict({ interval: [low, high], adjusted_probability, tried }: Comparison): {
  readonly isChance: boolean;
  readonly sentence: string;
} {
  const probability = adjusted_probability < 0.001 ? 'less than 0.001' : adjusted_probability.toFixed(3);
  const counted = tried === 1 ? '' : `, all ${tried} challengers counted`;
  if (low <= 0 && high >= 0) {
    return { isChance: true, sentence: 'The interval covers 0: chance alone could have done this.' };
  }
  if (adjusted_probability >= DOUBT) {
    const among = `one of ${tried} who tried, chance alone could have done this (probability ${probability})`;
    return { isChance: true, sentence: `Alone the interval would exclude 0, but as ${among}.` };
  }
  return { isChance: false, sentence: `Chance alone would do this with probability ${probability}${counted}.` };
}

export function signed(value: number, digits = 3): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value < 0 ? '−' : '+'}${text}`;
}

/** One scale for all bars of a table, with 0 in the middle, so that they can be compared by eye. */
export function differenceReach(comparisons: readonly Comparison[]): number {
  const ends = comparisons.flatMap(({ interval, difference }) => [...interval, difference]).map(Math.abs);
  return Math.max(0.1, ...ends);
}
