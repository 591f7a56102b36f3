/** The rule scorers. */
export { benchmark } from './rules/benchmark.ts';
export { productionStrict } from './rules/production-strict.ts';
