/** From attempt scores to a final score. */
export { type Aggregate, aggregate, type Rates } from './aggregate/aggregate.ts';
export { DEFAULT_COEFFICIENT_RANGE, finalScore, meanQuality, reasoningCoefficient } from './aggregate/final-score.ts';
