import { estimateRate, LEVEL } from '../../evaluation/report.ts';
import { holm } from '../../statistics/holm.ts';
import { mean } from '../../statistics/mean.ts';
import { type SeededEstimate, seededDifference, seededMean } from '../../statistics/student-t.ts';
import type { Interval } from '../../statistics/wilson-interval.ts';
import type { TrainingAblation } from '../summary/training-summary.ts';
import {
  MEASURES,
  type Measure,
  type MeasuredArm,
  PLANNED_MEASURES,
  type ProblemRates,
  ratesOf,
  runsOf,
} from './arm-rates.ts';
import { COMPARED_WITH, FIRST_PLAN, type Question, type QuestionFamily } from './questions.ts';

/** A mean over problems and seeds. */
export interface Rate {
  readonly value: number;
  readonly interval: Interval | null;
}

/** An estimate for all problems or for a subset of them. */
export interface ArmPart<Kind> {
  readonly part: string;
  readonly problems: number;
  readonly estimate: Kind | null;
}

export interface ArmRow {
  readonly label: string;
  readonly measure: Measure;
  readonly seeds: number;
  /** The rate of each seed, in the order of the seeds. */
  readonly by_seed: readonly number[];
  /** All problems first, then the ones `top1` solves, the ones it fails, and the categories. */
  readonly parts: readonly ArmPart<Rate>[];
}

export interface ArmComparison {
  readonly left: string;
  readonly right: string;
  readonly measure: Measure;
  /** Exploratory comparisons were not planned; no conclusion is drawn from them. */
  readonly family: 'planned' | 'exploratory';
  /** The plan that asks this question. */
  readonly plan: string | null;
  /** Left minus right, on the problems that both arms measured. */
  readonly parts: readonly ArmPart<SeededEstimate>[];
  /** p-value corrected by Holm's method over the answered questions of its plan and measure. */
  readonly corrected: number | null;
  readonly different: boolean;
}

export interface ArmResults {
  readonly arms: readonly ArmRow[];
  readonly comparisons: readonly ArmComparison[];
  /** Planned questions for which at least one arm is missing. */
  readonly unanswered: readonly (readonly [string, string])[];
  /** In the format of a training summary. */
  readonly ablations: readonly TrainingAblation[];
}

/** Rates of the arms and their differences, paired by problem, with the seed as a random effect. */
export function armResults(
  arms: readonly MeasuredArm[],
  families: readonly QuestionFamily[] = [FIRST_PLAN],
): ArmResults {
  const rates = new Map(
    arms.map((arm) => [arm.label, new Map(MEASURES.map((measure) => [measure, ratesOf(arm, measure)]))]),
  );
  const ratesFor = (label: string, measure: Measure): ReadonlyMap<string, ProblemRates> =>
    rates.get(label)?.get(measure) ?? new Map();
  const isMeasured = (label: string, measure: Measure): boolean => ratesFor(label, measure).size > 0;
  const compare = (left: string, right: string, measure: Measure, plan: string | null): ArmComparison => ({
    left,
    right,
    measure,
    family: plan === null ? 'exploratory' : 'planned',
    plan,
    parts: differences(ratesFor(left, measure), ratesFor(right, measure)),
    corrected: null,
    different: false,
  });
  const isPlanned = (measure: Measure): boolean => PLANNED_MEASURES.some((planned) => planned === measure);
  const all = families.flatMap(({ questions }) => questions);
  const answered = (measure: Measure, questions: readonly Question[]): readonly Question[] =>
    questions.filter((pair) => pair.every((label) => isMeasured(label, measure)));
  const planned = PLANNED_MEASURES.flatMap((measure) =>
    families.flatMap(({ plan, questions }) =>
      judged(answered(measure, questions).map(([left, right]) => compare(left, right, measure, plan))),
    ),
  );
  const asked = new Set(all.map((pair) => pair.toSorted().join()));
  const exploratory = MEASURES.flatMap((measure) => [
    ...(isPlanned(measure) ? [] : answered(measure, all).map(([left, right]) => compare(left, right, measure, null))),
    ...COMPARED_WITH.flatMap((right) =>
      arms
        .map(({ label }) => label)
        .filter((left) => left !== right && !asked.has([left, right].toSorted().join()))
        .filter((left) => isMeasured(left, measure) && isMeasured(right, measure))
        // `base` against `filtered` would repeat `filtered` against `base`.
        .filter((left) => !(right === 'base' && left === 'filtered'))
        .map((left) => compare(left, right, measure, null)),
    ),
  ]);
  return {
    arms: arms.flatMap((arm) =>
      MEASURES.filter((measure) => isMeasured(arm.label, measure)).map((measure): ArmRow => {
        const runs = runsOf(arm, measure);
        const found = ratesFor(arm.label, measure);
        return {
          label: arm.label,
          measure,
          seeds: runs.length,
          by_seed: runs.map((_, seed) => mean(Array.from(found.values(), ({ rates: of }) => of[seed]!))),
          parts: means(found),
        };
      }),
    ),
    comparisons: [...planned, ...exploratory],
    unanswered: all.filter((pair) => !pair.every((label) => isMeasured(label, 'pass@1'))),
    ablations: planned.flatMap(({ left, right, measure, parts, corrected }): readonly TrainingAblation[] => {
      const { estimate } = parts[0]!;
      if (measure !== 'pass@1' || estimate === null) return [];
      const { value, interval, probability } = estimate;
      const changed = `${left} instead of ${right}`;
      return [{ changed, measure, difference: { value, interval }, probability: corrected ?? probability }];
    }),
  };
}

function judged(family: readonly ArmComparison[]): readonly ArmComparison[] {
  const tested = family.filter(({ parts }) => parts[0]!.estimate !== null);
  const corrected = holm(tested.map(({ parts }) => parts[0]!.estimate!.probability));
  return family.map((comparison) => {
    const place = tested.indexOf(comparison);
    if (place === -1) return comparison;
    return { ...comparison, corrected: corrected[place]!, different: corrected[place]! < LEVEL };
  });
}

function means(rates: ReadonlyMap<string, ProblemRates>): readonly ArmPart<Rate>[] {
  return partsOf([...rates.values()]).map(({ part, problems }) => ({
    part,
    problems: problems.length,
    estimate: rateOver(problems),
  }));
}

/** With one seed, or without any variation, the interval is that of a single run, which is as wide as an exact one. */
function rateOver(problems: readonly ProblemRates[]): Rate | null {
  const seeded = problems.length > 0 && problems[0]!.rates.length > 1 ? seededMean(problems) : null;
  if (seeded === null || seeded.standardError === 0) {
    const single = estimateRate(problems.map(({ cluster, rates }) => ({ cluster, value: mean(rates) })));
    return single && { value: single.value, interval: single.interval };
  }
  const { value, interval } = seeded;
  return { value, interval: { low: Math.max(0, interval.low), high: Math.min(1, interval.high) } };
}

function differences(
  left: ReadonlyMap<string, ProblemRates>,
  right: ReadonlyMap<string, ProblemRates>,
): readonly ArmPart<SeededEstimate>[] {
  const common = [...left].flatMap(([id, one]) => {
    const other = right.get(id);
    return other === undefined ? [] : [{ ...one, other }];
  });
  return partsOf(common).map(({ part, problems }) => ({
    part,
    problems: problems.length,
    estimate:
      problems.length === 0
        ? null
        : seededDifference(
            problems,
            problems.map(({ other }) => other),
          ),
  }));
}

interface Part<Problem> {
  readonly part: string;
  readonly problems: readonly Problem[];
}

function partsOf<Problem extends ProblemRates>(problems: readonly Problem[]): readonly Part<Problem>[] {
  const categories = [...Map.groupBy(problems, ({ category }) => category)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return [
    { part: 'all', problems },
    { part: 'top1 solves', problems: problems.filter(({ top1 }) => top1 === true) },
    { part: 'top1 fails', problems: problems.filter(({ top1 }) => top1 === false) },
    ...categories.map(([part, of]) => ({ part, problems: of })),
  ];
}
