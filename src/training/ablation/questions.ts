import type { Arm } from './ablation-arm.ts';

/** Two arms; the first minus the second is reported. */
export type Question = readonly [Arm, Arm];

/** The questions of one plan. Holm corrects over the answered ones. */
export interface QuestionFamily {
  readonly plan: string;
  readonly questions: readonly Question[];
}

/** The questions of the experiment's first plan, fixed before anything was measured (docs/experiment.md). */
export const QUESTIONS: readonly Question[] = [
  ['filtered', 'spoken'],
  ['filtered', 'scripted_spoken'],
  ['filtered', 'scripted_claimed'],
  ['filtered', 'filtered_silent'],
  ['filtered', 'filtered_shuffled'],
  ['scripted_rewritten', 'scripted_claimed'],
  ['filtered_rewritten', 'filtered'],
];

/** The family of an experiment whose folder has no `questions.json`. */
export const FIRST_PLAN: QuestionFamily = { plan: 'first', questions: QUESTIONS };

/** All other arms are compared with these; the comparisons are exploratory. */
export const COMPARED_WITH: readonly string[] = ['filtered', 'base'];
