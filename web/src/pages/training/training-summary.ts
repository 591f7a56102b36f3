import type { TrainingRun } from '../../../../src/training/browser.ts';
import type { NotRun, TrainingAblation, TrainingStage, TrainingSummary } from '../../../../src/training/summary.ts';

export type { NotRun, TrainingAblation, TrainingRun, TrainingStage, TrainingSummary };
export type Measured = TrainingAblation['difference'];

/** A run with the place of its colour. */
export interface ShownRun {
  readonly run: TrainingRun;
  readonly colour: string;
}

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

/** Curves of the same stage and kind, one for each run that has it, in the order of first mention. */
export function overlaidCurves(runs: readonly ShownRun[]) {
  const all = runs.flatMap((shown) => shown.run.summary.curves.map((curve) => ({ shown, curve })));
  return [...Map.groupBy(all, ({ curve }) => `${curve.stage}: ${curve.what}`)].map(([key, lines]) => ({
    key,
    stage: lines[0]!.curve.stage,
    what: lines[0]!.curve.what,
    lines: lines.map(({ shown, curve }) => ({ ...shown, points: curve.points })),
  }));
}

/** What was measured on: rates on other problems, or with other numbers of tries, are rates of something else. */
export function suitesOf(runs: readonly ShownRun[]): readonly string[] {
  const suites = runs.map(({ run: { summary } }) => {
    const { suite, problems, tries } = summary.measured_on;
    return `${suite} (${problems} problems, ${tries} ${tries === 1 ? 'try' : 'tries'} each)`;
  });
  return [...new Set(suites)];
}
