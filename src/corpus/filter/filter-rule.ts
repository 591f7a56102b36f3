import type { AttemptReading } from './attempt-reading.ts';
import type { FilterConfig } from './filter-config.ts';
import type { WithheldProblems } from './problem-standing.ts';
import type { TokenCounter } from './token-counter.ts';

/** Why an attempt is not in the corpus, in the order in which the rules are applied. */
export const REASONS = [
  'PROBE',
  'NOT_NORMALISED',
  'QUALITY_LOW',
  'CALL_UNPAIRED',
  'RECOMMEND_COUNT',
  'ARGUMENTS_BAD',
  'PRODUCT_UNSEEN',
  'PRODUCT_UNKNOWN',
  'TOO_LONG',
  'ENDS_ON_THOUGHT',
  'ERROR_LOOP',
  'NOT_AGENTIC',
  'PROBLEM_WITHHELD',
  'WITHDRAWN',
  'DUPLICATE',
  'RANKED_OUT',
] as const;

export type Reason = (typeof REASONS)[number];

export interface RuleContext {
  readonly config: FilterConfig;
  readonly counter: TokenCounter;
  readonly withheld: WithheldProblems;
}

/** One reason to reject an attempt. */
export interface FilterRule {
  readonly reason: Reason;
  /** Returns what is wrong in a few words, or `null` if nothing is or the rule does not apply. */
  check(reading: AttemptReading, context: RuleContext): string | null;
}
