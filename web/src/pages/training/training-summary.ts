import type {
  IncompleteEvaluation,
  NotRun,
  TrainingAblation,
  TrainingCurve,
  TrainingStage,
  TrainingSummary,
} from '../../../../src/training/summary.ts';

export type { IncompleteEvaluation, NotRun, TrainingAblation, TrainingCurve, TrainingStage, TrainingSummary };
export type Measured = TrainingAblation['difference'];

/** Everything that any stage was measured by, in the order of first mention. */
export function measuresOf(stages: readonly TrainingStage[]): readonly string[] {
  return [...new Set(stages.flatMap(({ measures }) => Object.keys(measures)))];
}

/** Whether a difference is one: its interval leaves out zero. */
export function isDifferent({ interval }: Measured): boolean {
  return interval !== null && (interval.low > 0 || interval.high < 0);
}

/** What was made by simulated models, as it stands at the beginning of a sentence; `null` when nothing was. */
export function simulatedText(simulated: TrainingSummary['simulated']): string | null {
  if (simulated.length === 0) return null;
  const [corpus, teacher] = [simulated.includes('corpus'), simulated.includes('teacher')];
  const what =
    corpus && teacher ? 'The corpus and the teacher’s answers' : corpus ? 'The corpus' : 'The teacher’s answers';
  return `${what} ${corpus && !teacher ? 'was' : 'were'} made by simulated models, at least in part`;
}
