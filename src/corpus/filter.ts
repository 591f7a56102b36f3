/** The structural filter and its configuration. */
export { applyRules, type Failure } from './filter/apply-rules.ts';
export { withheldByBank } from './filter/bank-standing.ts';
export { changeConfig } from './filter/change-config.ts';
export { changedOutcomes } from './filter/changed-outcomes.ts';
export { FILTER_CONFIG } from './filter/filter-config.ts';
export { filterFunnel } from './filter/filter-funnel.ts';
export { REASONS, type Reason } from './filter/filter-rule.ts';
export { openTokenizer } from './filter/open-tokenizer.ts';
export { type WithheldProblems, withheldProblems } from './filter/problem-standing.ts';
export { estimatedTokens, type TokenCounter } from './filter/token-counter.ts';
