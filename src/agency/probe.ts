/** Changing what a model says in an attempt, to see whether its program does something else then. */
export { type ProbePlan, Prober } from './probe/prober.ts';
export { contentWords } from './reading/content-words.ts';
