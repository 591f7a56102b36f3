/** Computes a final score from attempt scores. */
export { type Aggregate, aggregate, type Rates } from './aggregate/aggregate.ts';
export { DEFAULT_COEFFICIENT_RANGE, finalScore, meanQuality, reasoningCoefficient } from './aggregate/final-score.ts';
