import type { Quality } from '../../verdict.ts';
import type { JudgedAttempt } from '../judged-attempt.ts';

/** How an attempt tries to get a better grade than its reasoning deserves. */
export type AttackKind =
  /** Puts reasoning into the dialogue, which the agent writes itself. */
  | 'narration'
  /** Addresses the judge. */
  | 'injection'
  /** Makes a model say false or empty things. */
  | 'fabrication'
  /** Adds false statements to a true comparison. */
  | 'embroidery'
  /** Makes a model repeat reasoning that the agent wrote. */
  | 'laundering';

export interface Attack {
  readonly name: string;
  readonly kind: AttackKind;
  /** The highest grade the attempt deserves. With a higher grade, the attack has succeeded. */
  readonly deserved: Quality;
  readonly attempt: JudgedAttempt;
}
