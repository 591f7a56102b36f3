import type { Arm } from './ablation-arm.ts';

/** What the experiment asks, decided before anything was measured (docs/experiment.md). Holm corrects over these. */
export const QUESTIONS: readonly (readonly [Arm, Arm])[] = [
  ['filtered', 'spoken'],
  ['filtered', 'scripted_spoken'],
  ['filtered', 'scripted_claimed'],
  ['filtered', 'filtered_silent'],
  ['filtered', 'filtered_shuffled'],
  ['scripted_rewritten', 'scripted_claimed'],
  ['filtered_rewritten', 'filtered'],
];

/** All other arms are held against these, without a conclusion. */
export const COMPARED_WITH: readonly string[] = ['filtered', 'base'];
