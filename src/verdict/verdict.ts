/** Which rules decided; `production-strict` is ORO's scorer, `benchmark` ShoppingBench's. */
export type RuleSetName = 'production-strict' | 'benchmark';

/**
 * Scores of one problem, each from 0 to 1, under the names of the wire. `shop` and `budget` exist only where a problem
 * asks for them.
 */
export interface RuleScores {
  readonly gt: number;
  readonly rule: number;
  readonly product: number;
  readonly title: number;
  readonly price: number;
  readonly service: number;
  readonly 'sku & attrs': number;
  readonly format: number;
  readonly length: number;
  readonly shop?: number;
  readonly budget?: number;
}

/** What does not change a score but what a reader should know. */
export type VerdictFlag =
  | 'no_recommendation'
  | 'unseen_product'
  | 'unknown_product'
  | 'duplicate_product'
  | 'too_many_products'
  | 'malformed_recommendation'
  | 'malformed_dialogue';

export interface RuleVerdict {
  readonly rule_set: RuleSetName;
  readonly rule_set_version: number;
  readonly scores: RuleScores;
  readonly success: boolean;
  /** Product ids as they were scored, in order. */
  readonly recommended: readonly string[];
  readonly flags: readonly VerdictFlag[];
}

/** Where a judge's reason stands: characters of the text of a recorded call. */
export interface Evidence {
  readonly gate: number;
  /** Sequence of the recorded call. */
  readonly call: number;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

export const QUALITIES = [0.1, 0.3, 0.5, 0.7, 0.9] as const;
export type Quality = (typeof QUALITIES)[number];

/** How well an attempt was reasoned. `quality` is `null` when no judge could say; that is never the agent's fault. */
export interface Judgement {
  readonly judge: string;
  readonly judge_version: number;
  /** Models that were asked; none for the gate judge. */
  readonly models: readonly string[];
  readonly quality: Quality | null;
  /** The first gate that was not passed; `null` when all were, or when nobody judged. */
  readonly failed_gate: 1 | 2 | 3 | 4 | null;
  readonly explanation: string;
  readonly evidence: readonly Evidence[];
}

/** Everything that was concluded about one attempt. */
export interface Verdict {
  readonly version: 1;
  readonly attempt_id: string;
  readonly problem_id: string;
  /** Hash of the answer key it was held against, so that a corrected key is seen to be another. */
  readonly problem_digest: string;
  /** By the rule set that ranks; the other one beside it. */
  readonly rules: RuleVerdict;
  readonly benchmark: RuleVerdict;
  readonly judgement: Judgement;
}
