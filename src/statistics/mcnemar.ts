import { binomialAtLeast, binomialProbability } from './distributions/binomial.ts';

export interface McNemar {
  /** Problems that exactly one of the two solved. */
  readonly discordant: number;
  /** Two-sided. */
  readonly exact: number;
  /**
   * Two-sided, with the observed result counted half: less conservative, with a type I error close to nominal on
   * average.
   */
  readonly midP: number;
}

/**
 * Tests whether two models with one try per problem differ. Problems that both or neither solved carry no information.
 */
export function mcNemar(onlyLeft: number, onlyRight: number): McNemar {
  const discordant = onlyLeft + onlyRight;
  const more = Math.max(onlyLeft, onlyRight);
  const extreme = binomialAtLeast(more, discordant, 0.5);
  const seen = binomialProbability(more, discordant, 0.5);
  return {
    discordant,
    exact: Math.min(1, 2 * extreme),
    // In a tie, both tails contain the observed result, each of them half.
    midP: onlyLeft === onlyRight ? 1 : Math.min(1, 2 * extreme - seen),
  };
}
