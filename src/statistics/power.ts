import { invertMonotone } from './distributions/invert-monotone.ts';
import { normalBelow, normalQuantile } from './distributions/standard-normal.ts';

export { mcNemarSmallestDifference } from './power/mcnemar-power.ts';

const LEVEL = 0.05;

/** Probability that a difference is detected at the 5 % level, two-sided, if its estimate has this standard error. */
export function powerOf(difference: number, standardError: number): number {
  if (standardError === 0) return difference === 0 ? LEVEL : 1;
  const bar = normalQuantile(1 - LEVEL / 2);
  const shift = Math.abs(difference) / standardError;
  return normalBelow(shift - bar) + normalBelow(-shift - bar);
}

/** The smallest true difference that is detected with this power. */
export function minimumDetectableEffect(standardError: number, power = 0.8): number {
  return invertMonotone((difference) => powerOf(difference, standardError), power, 0, 10 * standardError + 1e-12);
}

/** Number of problems needed to detect a paired difference if this share of problems is solved by only one model. */
export function problemsForPaired(difference: number, discordance: number, power = 0.8): number {
  const reach =
    normalQuantile(1 - LEVEL / 2) * Math.sqrt(discordance) +
    normalQuantile(power) * Math.sqrt(discordance - difference ** 2);
  return Math.ceil((reach / difference) ** 2);
}

/**
 * The smallest detectable difference from a rate for two models on `problems` problems each that are not the same ones.
 */
export function smallestUnpairedDifference(rate: number, problems: number, power = 0.8): number {
  return minimumDetectableEffect(Math.sqrt((2 * rate * (1 - rate)) / problems), power);
}
