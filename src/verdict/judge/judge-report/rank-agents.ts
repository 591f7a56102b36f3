import { finalScore, meanQuality, reasoningCoefficient } from '../../aggregate/final-score.ts';
import type { Quality } from '../../verdict.ts';

export interface GradedAttempt {
  readonly agent: string;
  readonly success: boolean;
  readonly quality: Quality | null;
}

export interface RankedAgent {
  readonly agent: string;
  readonly attempts: number;
  readonly success_rate: number;
  /** This and the next two are `null` if nothing was graded. */
  readonly quality: number | null;
  readonly coefficient: number | null;
  readonly score: number | null;
  /** Rank by success alone. Equal numbers share a rank. */
  readonly rank_without_judge: number;
  readonly rank_with_judge: number;
}

/** Agents in the order of their judged scores, with the rank that success alone would give them. */
export function rankAgents(attempts: readonly GradedAttempt[]): RankedAgent[] {
  const rows = [...Map.groupBy(attempts, ({ agent }) => agent)].map(([agent, tried]) => {
    const success_rate = tried.filter(({ success }) => success).length / tried.length;
    const grades = tried.flatMap(({ quality }) => (quality === null ? [] : [quality]));
    const sum = grades.reduce<number>((total, each) => total + each, 0);
    const quality = grades.length === 0 ? null : meanQuality(sum, grades.length);
    const coefficient = quality === null ? null : reasoningCoefficient(quality);
    const score = coefficient === null ? null : finalScore(success_rate, coefficient);
    return { agent, attempts: tried.length, success_rate, quality, coefficient, score };
  });
  const rank = (values: readonly number[], value: number): number => 1 + values.filter((each) => each > value).length;
  const rates = rows.map(({ success_rate }) => success_rate);
  const scores = rows.map(({ score }) => score ?? -1);
  return rows
    .map((row) => ({
      ...row,
      rank_without_judge: rank(rates, row.success_rate),
      rank_with_judge: rank(scores, row.score ?? -1),
    }))
    .toSorted(
      (left, right) => left.rank_with_judge - right.rank_with_judge || left.agent.localeCompare(right.agent, 'en'),
    );
}
