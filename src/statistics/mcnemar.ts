import { binomialAtLeast, binomialProbability } from './distributions/binomial.ts';

export interface McNemar {
  /** Problems that only one of the two solved. */
  readonly discordant: number;
  /** Two-sided. */
  readonly exact: number;
  /** Two-sided, with what was seen counted half: less cautious, and on average as large as it says. */
  readonly midP: number;
}

/** Whether two models that met the same problems once each differ: problems that both solved, or neither, say nothing. */
export function mcNemar(onlyLeft: number, onlyRight: number): McNemar {
  const discordant = onlyLeft + onlyRight;
  const more = Math.max(onlyLeft, onlyRight);
  const extreme = binomialAtLeast(more, discordant, 0.5);
  const seen = binomialProbability(more, discordant, 0.5);
  return {
    discordant,
    exact: Math.min(1, 2 * extreme),
    // At a tie both sides hold what was seen, each of them half.
    midP: onlyLeft === onlyRight ? 1 : Math.min(1, 2 * extreme - seen),
  };
}
