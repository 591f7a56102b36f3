import { counted } from '../../../../src/text/counted.ts';
import type { TrainingRun } from '../../../../src/training/browser.ts';
import type { NotRun, TrainingAblation, TrainingStage, TrainingSummary } from '../../../../src/training/summary.ts';

export type { NotRun, TrainingAblation, TrainingRun, TrainingStage, TrainingSummary };
export type Measured = TrainingAblation['difference'];

/** A run with its colour in the charts. */
export interface ShownRun {
  readonly run: TrainingRun;
  readonly colour: string;
}

/** All measures of all stages, in order of first appearance. */
export function measuresOf(stages: readonly TrainingStage[]): readonly string[] {
  return [...new Set(stages.flatMap(({ measures }) => Object.keys(measures)))];
}

/** Whether a difference is significant: its interval excludes zero. */
export function isDifferent({ interval }: Measured): boolean {
  return interval !== null && (interval.low > 0 || interval.high < 0);
}

/** Names what simulated models made, as the beginning of a sentence; `null` if nothing. */
export function simulatedText(simulated: TrainingSummary['simulated']): string | null {
  if (simulated.length === 0) return null;
  const [corpus, teacher] = [simulated.includes('corpus'), simulated.includes('teacher')];
  const what =
    corpus && teacher ? 'The corpus and the teacher’s answers' : corpus ? 'The corpus' : 'The teacher’s answers';
  return `${what} ${corpus && !teacher ? 'was' : 'were'} made by simulated models, at least in part`;
}

/** Curves of the same stage and kind, one per run that has it, in order of first appearance. */
export function overlaidCurves(runs: readonly ShownRun[]) {
  const all = runs.flatMap((shown) => shown.run.summary.curves.map((curve) => ({ shown, curve })));
  return [...Map.groupBy(all, ({ curve }) => `${curve.stage}: ${curve.what}`)].map(([key, lines]) => ({
    key,
    stage: lines[0]!.curve.stage,
    what: lines[0]!.curve.what,
    lines: lines.map(({ shown, curve }) => ({ ...shown, points: curve.points })),
  }));
}

/** What the runs were measured on. Rates on other problems, or with another number of tries, are not comparable. */
export function suitesOf(runs: readonly ShownRun[]): readonly string[] {
  const suites = runs.map(({ run: { summary } }) => {
    const { suite, problems, tries } = summary.measured_on;
    return `${suite} (${counted(problems, 'problem')}, ${counted(tries, 'try', 'tries')} each)`;
  });
  return [...new Set(suites)];
}
