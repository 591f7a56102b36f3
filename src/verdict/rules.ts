/** The rule scorers. */
export { benchmark } from './rules/benchmark.ts';
export { productionStrict } from './rules/production-strict.ts';
export { readSteps } from './rules/read-steps.ts';
