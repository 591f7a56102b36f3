import type { AttemptReading } from './attempt-reading.ts';
import type { FilterConfig } from './filter-config.ts';
import type { WithheldProblems } from './problem-standing.ts';
import type { TokenCounter } from './token-counter.ts';

/** Why an attempt is not in the corpus, in the order in which rules are asked. */
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

/** One reason to leave an attempt out. */
export interface FilterRule {
  readonly reason: Reason;
  /** What is wrong with it, in a few words; `null` when nothing is, or when the rule has nothing to look at. */
  check(reading: AttemptReading, context: RuleContext): string | null;
}
