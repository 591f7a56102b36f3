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

/** What is known of one attempt when numbers are made of many. */
export interface ScoredAttempt {
  readonly problem_id: string;
  /** By the rule set that the numbers are for. */
  readonly rules: RuleVerdict;
  /** `null` when it was not judged; then it is left out of the mean. */
  readonly quality: number | null;
  /** Whether the agent came through with a dialogue; some rule sets do not count those that did not. */
  readonly answered: boolean;
}

export interface Rates {
  /** What the rates are divided by. */
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
  /** Of the categories that the suite has. */
  readonly categories: Readonly<Partial<Record<Category, Rates>>>;
  readonly judged_problems: number;
  /** These three are `null` as long as nothing was judged: an outage of judges is no bad reasoning. */
  readonly reasoning_quality: number | null;
  readonly reasoning_coefficient: number | null;
  readonly score: number | null;
}

/**
 * One number, and those it is made of, for an agent on a suite. A problem of the suite without an attempt is a failure
 * wherever the rule set divides by the suite. Of several attempts at one problem the first counts, since a second try
 * would be worth having; attempts at problems of other suites do not count at all.
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
