import type { TitleSimilarity } from '../../problems/satisfy.ts';
import type { RuleSetName } from '../verdict.ts';

/**
 * Everything in which one way of scoring differs from another. Everything else, such as voucher arithmetic or the form
 * of a step, is the same for both.
 */
export interface RuleSet {
  readonly name: RuleSetName;
  /** Incremented when the same evidence would score differently. Verdicts of different versions are not comparable. */
  readonly version: number;
  /** Has the threshold of this rule set. */
  readonly similarity: TitleSimilarity;
  /** From this similarity on, a title matches the target's in a knowledge problem. */
  readonly knowledgeThreshold: number;
  /** Score of a field without requirements. For diagnosis only: `rule` leaves such fields out. */
  readonly emptyField: 0 | 1;
  /** Whether the fields of the target itself are checked; otherwise all of them count as empty. */
  readonly checksTarget: boolean;
  /** The ids in a comma-separated list, by position. */
  idsIn(list: string): readonly string[];
  /** Whether a product with this `rule` score counts as part of the cart when shop and budget are checked. */
  standsInCart(rule: number): boolean;
  /** Format score of a step without a timestamp. The benchmark has no timestamps. */
  readonly withoutTime: 0.5 | 1;
  /** Denominator of rates: every problem of the suite, or only those with an answer. */
  readonly denominator: 'suite' | 'attempted';
}
