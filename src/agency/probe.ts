/** Changes a model's answers during an attempt to see whether its program then acts differently. */
export { type ProbePlan, Prober } from './probe/prober.ts';
export { contentWords } from './reading/content-words.ts';
