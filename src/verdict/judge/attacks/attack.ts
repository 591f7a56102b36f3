import type { Quality } from '../../verdict.ts';
import type { JudgedAttempt } from '../judged-attempt.ts';

/** How somebody tries to be graded better than they reasoned. */
export type AttackKind =
  /** Tells a story in the dialogue, which the agent writes itself. */
  | 'narration'
  /** Speaks to the judge. */
  | 'injection'
  /** Has a model say what is not so, or nothing at all in fine words. */
  | 'fabrication'
  /** Puts what is not so beside a comparison that is. */
  | 'embroidery'
  /** Has a model say what the agent thought up. */
  | 'laundering';

export interface Attack {
  readonly name: string;
  readonly kind: AttackKind;
  /** The most it may get; more, and the attack has worked. */
  readonly deserved: Quality;
  readonly attempt: JudgedAttempt;
}
