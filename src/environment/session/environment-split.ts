import type { Problem } from '../../problems/problem.ts';
import type { SameTarget, TeacherCall } from '../../training/step-reward.ts';

/** `train` is for training, `eval` for measuring. Only `train` rewards single steps. */
export const SPLITS = ['train', 'eval'] as const;
export type SplitName = (typeof SPLITS)[number];

/** The basis for the step rewards of one problem. */
export interface Teaching {
  /** Calls of teachers that solved the problem. */
  readonly calls: readonly TeacherCall[];
  readonly sameTarget: SameTarget;
}

export interface ServedProblem {
  readonly problem: Problem;
  /** Its leak cluster. Problems of one cluster are not independent evidence. */
  readonly cluster: string;
  /** `null` if single steps are not rewarded. */
  readonly teaching: Teaching | null;
}

export interface EnvironmentSplit {
  readonly name: SplitName;
  /** Name of the suite with its problems. */
  readonly suite: string;
  readonly problems: readonly ServedProblem[];
}
