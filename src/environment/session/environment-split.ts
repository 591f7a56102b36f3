import type { Problem } from '../../problems/problem.ts';
import type { SameTarget, TeacherCall } from '../../training/step-reward.ts';

/** `train` is for training, `eval` for measuring. Only `train` pays for single steps. */
export const SPLITS = ['train', 'eval'] as const;
export type SplitName = (typeof SPLITS)[number];

/** What pays for the steps on one problem. */
export interface Teaching {
  /** Calls of teachers that solved it. */
  readonly calls: readonly TeacherCall[];
  readonly sameTarget: SameTarget;
}

export interface ServedProblem {
  readonly problem: Problem;
  /** Leak cluster it is counted with: problems of one cluster are no independent evidence. */
  readonly cluster: string;
  /** `null` where single steps are not paid. */
  readonly teaching: Teaching | null;
}

export interface EnvironmentSplit {
  readonly name: SplitName;
  /** Name of the suite that its problems come from. */
  readonly suite: string;
  readonly problems: readonly ServedProblem[];
}
