import type { TitleSimilarity } from '../../problems/satisfy.ts';
import type { RuleSetName } from '../verdict.ts';

/**
 * All in which one way of scoring differs from another. What is not here, such as the arithmetic of vouchers or what a
 * step must look like, is the same for both.
 */
export interface RuleSet {
  readonly name: RuleSetName;
  /** Goes up when the same evidence would score otherwise; verdicts of different versions are not comparable. */
  readonly version: number;
  /** With the threshold of this rule set. */
  readonly similarity: TitleSimilarity;
  /** From here on a title is like the target's in a knowledge problem. */
  readonly knowledgeThreshold: number;
  /** What a field about which nothing was asked counts. Diagnosis only: `rule` leaves such fields out. */
  readonly emptyField: 0 | 1;
  /** Whether the fields of the target itself are looked at; otherwise all of them count as empty. */
  readonly checksTarget: boolean;
  /** The ids in a comma list, by position. */
  idsIn(list: string): readonly string[];
  /** Whether a product of the market with this `rule` stands in the cart when shop and budget are looked at. */
  standsInCart(rule: number): boolean;
  /** What a step without a timestamp counts in `format`; the benchmark knows no timestamps. */
  readonly withoutTime: 0.5 | 1;
  /** What rates are divided by: every problem of the suite, or those there is an answer to. */
  readonly denominator: 'suite' | 'attempted';
}
