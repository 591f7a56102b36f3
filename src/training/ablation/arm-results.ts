import { type JudgedComparison, judgePairs, type MeasuredRun } from '../../evaluation/report.ts';
import type { TrainingAblation } from '../summary/training-summary.ts';
import type { Arm } from './ablation-arm.ts';

/** What the ablation asks, said before anything is measured; Holm counts these three. */
const QUESTIONS: readonly (readonly [Arm, Arm])[] = [
  ['unfiltered', 'filtered'],
  ['scripted', 'filtered'],
  ['scripted', 'unfiltered'],
];

const CHANGED: Readonly<Partial<Record<Arm, string>>> = {
  unfiltered: 'all successes instead of filtered ones, same tokens',
  scripted: 'scripted successes instead of filtered ones, same tokens',
};

export interface ArmResults {
  readonly comparisons: readonly JudgedComparison[];
  /** As the summary of a training run takes them: against the arm that the filter made. */
  readonly ablations: readonly TrainingAblation[];
}

/** Arms against each other, paired on the same problems. What is measured in part is compared as far as it goes. */
export function armResults(runs: ReadonlyMap<Arm | 'base', MeasuredRun>): ArmResults {
  const named = [...runs].map(([label, measured]) => ({ ...measured, run: { ...measured.run, label } }));
  const comparisons = judgePairs(named, QUESTIONS);
  return {
    comparisons,
    ablations: comparisons.flatMap(({ left, right, sampled, corrected, family }): readonly TrainingAblation[] => {
      const changed = CHANGED[left as Arm];
      if (family !== 'planned' || right !== 'filtered' || changed === undefined || sampled === null) return [];
      const { difference: value, interval, probability } = sampled;
      const difference = { value, interval };
      return [{ changed, measure: 'pass@1', difference, probability: corrected ?? probability }];
    }),
  };
}
