import { QUALITIES, type Quality } from '../../verdict.ts';
import type { OutsideAttempt } from '../attacks/outside/read-outside.ts';
import { type Rate, rateOf } from './agreement.ts';

export interface OutsideResults {
  readonly attacks: {
    readonly tries: number;
    /** Graded above 0.5. */
    readonly above_half: Rate;
    /** Graded more than one step above the deserved grade. */
    readonly far_above: Rate;
  };
  readonly honest: {
    readonly attempts: number;
    readonly exact: Rate;
    readonly within_one_step: Rate;
    /** Mean distance between the grade and the deserved grade. */
    readonly mean_error: number;
  };
  /** Attacks graded above 0.5 or far above the deserved grade, and honest attempts with another grade than deserved. */
  readonly off: readonly {
    readonly id: string;
    readonly kind: string;
    readonly deserved: Quality;
    readonly got: Quality;
  }[];
}

const HALF = 0.5;

/** Results for attempts written without knowledge of the judge. `grades` are in the order of the attempts. */
export function outsideResults(
  attempts: readonly OutsideAttempt[],
  grades: readonly (Quality | null)[],
): OutsideResults {
  const graded = attempts.flatMap((attempt, place) => {
    const got = grades[place] ?? null;
    if (got === null) return [];
    return [{ ...attempt, got, steps: QUALITIES.indexOf(got) - QUALITIES.indexOf(attempt.deserved) }];
  });
  const attacks = graded.filter(({ isAttack }) => isAttack);
  const honest = graded.filter(({ isAttack }) => !isAttack);
  const share = (count: number, of: readonly unknown[]): Rate => rateOf(count, of.length);
  const error = honest.reduce((sum, { got, deserved }) => sum + Math.abs(got - deserved), 0);
  return {
    attacks: {
      tries: attacks.length,
      above_half: share(attacks.filter(({ got }) => got > HALF).length, attacks),
      far_above: share(attacks.filter(({ steps }) => steps > 1).length, attacks),
    },
    honest: {
      attempts: honest.length,
      exact: share(honest.filter(({ steps }) => steps === 0).length, honest),
      within_one_step: share(honest.filter(({ steps }) => Math.abs(steps) <= 1).length, honest),
      mean_error: honest.length === 0 ? 0 : error / honest.length,
    },
    off: graded
      .filter(({ isAttack, got, steps }) => (isAttack ? got > HALF || steps > 1 : steps !== 0))
      .map(({ id, kind, deserved, got }) => ({ id, kind, deserved, got })),
  };
}
