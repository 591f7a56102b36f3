import { CATEGORIES, type Category, type Problem } from '../../problems/problem.ts';
import { steadySum } from '../../statistics/steady-sum.ts';
import { type Interval, wilsonInterval } from '../../statistics/wilson-interval.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import type { RuleSetName, RuleVerdict } from '../verdict.ts';
import {
  type CoefficientRange,
  DEFAULT_COEFFICIENT_RANGE,
  finalScore,
  meanQuality,
  reasoningCoefficient,
} from './final-score.ts';

/** The data about one attempt that aggregates are computed from. */
export interface ScoredAttempt {
  readonly problem_id: string;
  /** Verdict by the rule set of the aggregate. */
  readonly rules: RuleVerdict;
  /** `null` if the attempt was not judged; it is then left out of the mean. */
  readonly quality: number | null;
  /** Whether the agent returned a dialogue. Some rule sets do not count attempts without one. */
  readonly answered: boolean;
}

export interface Rates {
  /** Denominator of the rates. */
  readonly total_problems: number;
  readonly scored_problems: number;
  readonly successful_problems: number;
  readonly success_rate: number;
  readonly interval: Interval;
  readonly ground_truth_rate: number;
  readonly format_score: number;
  readonly field_matching: number;
}

export interface Aggregate extends Rates {
  readonly rule_set: RuleSetName;
  readonly rule_set_version: number;
  /** Only the categories that the suite contains. */
  readonly categories: Readonly<Partial<Record<Category, Rates>>>;
  readonly judged_problems: number;
  /** This and the next two are `null` while nothing is judged, because an outage of the judges is not bad reasoning. */
  readonly reasoning_quality: number | null;
  readonly reasoning_coefficient: number | null;
  readonly score: number | null;
}

/**
 * The score of an agent on a suite, with the numbers it is computed from. A problem without an attempt is a failure if
 * the rule set divides by the suite. If a problem has several attempts, the first counts, because otherwise a second
 * try would pay off. Attempts at problems outside the suite do not count.
 */
export function aggregate(
  attempts: readonly ScoredAttempt[],
  suite: readonly Pick<Problem, 'id' | 'category'>[],
  ruleSet: RuleSet,
  range: CoefficientRange = DEFAULT_COEFFICIENT_RANGE,
): Aggregate {
  const first = new Map<string, ScoredAttempt>();
  for (const attempt of attempts) if (!first.has(attempt.problem_id)) first.set(attempt.problem_id, attempt);
  const rates = (problems: typeof suite): Rates => ratesOf(problems, first, ruleSet);
  const overall = rates(suite);
  const qualities = suite.map(({ id }) => first.get(id)?.quality ?? null).filter((quality) => quality !== null);
  const quality = qualities.length === 0 ? null : meanQuality(steadySum(qualities), qualities.length);
  const coefficient = quality === null ? null : reasoningCoefficient(quality, range);
  const categories = CATEGORIES.map((category) => {
    const problems = suite.filter((problem) => problem.category === category);
    return [category, problems.length === 0 ? undefined : rates(problems)] as const;
  });
  return {
    rule_set: ruleSet.name,
    rule_set_version: ruleSet.version,
    ...overall,
    categories: Object.fromEntries(categories.filter(([, each]) => each !== undefined)),
    judged_problems: qualities.length,
    reasoning_quality: quality,
    reasoning_coefficient: coefficient,
    score: coefficient === null ? null : finalScore(overall.success_rate, coefficient),
  };
}

function ratesOf(
  problems: readonly Pick<Problem, 'id'>[],
  attempts: ReadonlyMap<string, ScoredAttempt>,
  { denominator }: RuleSet,
): Rates {
  const scored = problems
    .map(({ id }) => attempts.get(id))
    .filter((attempt) => attempt !== undefined && (denominator === 'suite' || attempt.answered)) as ScoredAttempt[];
  const total = denominator === 'suite' ? problems.length : scored.length;
  const share = (sum: number): number => (total === 0 ? 0 : Math.min(sum / total, 1));
  const successes = scored.filter(({ rules }) => rules.success).length;
  return {
    total_problems: total,
    scored_problems: scored.length,
    successful_problems: successes,
    success_rate: share(successes),
    interval: wilsonInterval(successes, total),
    ground_truth_rate: share(scored.filter(({ rules }) => rules.scores.gt >= 1).length),
    format_score: share(steadySum(scored.map(({ rules }) => rules.scores.format))),
    field_matching: share(steadySum(scored.map(({ rules }) => rules.scores.rule))),
  };
}
