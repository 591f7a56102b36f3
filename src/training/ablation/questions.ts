import type { Arm } from './ablation-arm.ts';

/**
 * The questions of the experiment, fixed before anything was measured (docs/experiment.md). Holm corrects over these.
 */
export const QUESTIONS: readonly (readonly [Arm, Arm])[] = [
  ['filtered', 'spoken'],
  ['filtered', 'scripted_spoken'],
  ['filtered', 'scripted_claimed'],
  ['filtered', 'filtered_silent'],
  ['filtered', 'filtered_shuffled'],
  ['scripted_rewritten', 'scripted_claimed'],
  ['filtered_rewritten', 'filtered'],
];

/** All other arms are compared with these; the comparisons are exploratory. */
export const COMPARED_WITH: readonly string[] = ['filtered', 'base'];
