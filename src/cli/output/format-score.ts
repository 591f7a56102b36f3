interface Interval {
  readonly low: number;
  readonly high: number;
}

const DIGITS = 4;
const NOTHING = '–';

export function scoreText(score: number | null): string {
  return score === null ? NOTHING : score.toFixed(DIGITS);
}

/** The 95 % confidence interval of a score. */
export function intervalText(interval: Interval | null): string {
  return interval === null ? NOTHING : `${scoreText(interval.low)} to ${scoreText(interval.high)}`;
}

/** The score that a version needs to race. */
export function qualifyingText(threshold: number): string {
  return threshold > 0 ? `${scoreText(threshold)} or more` : 'any score, since there is no champion';
}

export function percentText(share: number): string {
  return `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
}
