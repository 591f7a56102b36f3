import type { Quality } from '../../verdict.ts';
import type { JudgedAttempt } from '../judged-attempt.ts';

/** An attempt to be graded better than the reasoning deserves. */
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
