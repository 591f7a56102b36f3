import { mean } from '../../statistics/mean.ts';
import type { ProblemStatus } from '../tables/arena-tables.ts';
import { componentMedian } from './combine-runs.ts';
import { newestItems } from './newest-items.ts';
import type { ProblemScores } from './paired-difference.ts';
import { racerFactors } from './racer-factors.ts';
import type { ArenaQueries } from './stored-race.ts';

/** Details of a racer beyond its score, from its included runs. */
export interface RacerDetail {
  /** Share of problems solved, median over runs: a score without the judge. */
  readonly successRate: number | null;
  /** The agency factor applied to its score; null if none was. */
  readonly agencyFactor: number | null;
  /** Score by problem, mean over runs. */
  readonly scores: ProblemScores;
}

/** Details of every racer with an included run. */
export async function readRacerDetails(
  reader: ArenaQueries,
  raceId: string,
): Promise<ReadonlyMap<string, RacerDetail>> {
  const newest = await newestItems(reader, raceId);
  if (newest.size === 0) return new Map();
  const runs = await reader
    .selectFrom('runs')
    .select(['run_id', 'agent_version_id', 'score_components'])
    .where('work_item_id', 'in', [...newest.values()])
    .where('is_included', '=', true)
    .execute();
  const results = await reader
    .selectFrom('problem_results')
    .innerJoin('runs', 'runs.run_id', 'problem_results.run_id')
    .select(['problem_results.run_id', 'problem_id', 'problem_results.status', 'problem_results.score'])
    .where('runs.work_item_id', 'in', [...newest.values()])
    .where('runs.is_included', '=', true)
    .execute();
  const factors = await racerFactors(reader, raceId);
  const byRun = Map.groupBy(results, ({ run_id }) => run_id);
  const details = new Map<string, RacerDetail>();
  for (const [agentVersionId, own] of Map.groupBy(runs, ({ agent_version_id }) => agent_version_id)) {
    details.set(agentVersionId, {
      successRate: componentMedian(own, 'success_rate'),
      agencyFactor: factors.get(agentVersionId) ?? null,
      scores: meanScores(own.flatMap(({ run_id }) => byRun.get(run_id) ?? [])),
    });
  }
  return details;
}

interface ProblemResult {
  readonly problem_id: string;
  readonly status: ProblemStatus;
  readonly score: number | null;
}

/** A racer's score by problem, mean over its runs. */
export function meanScores(results: readonly ProblemResult[]): ProblemScores {
  const scores = new Map<string, number[]>();
  for (const result of results) {
    const score = scoreOf(result);
    if (score !== undefined) scores.set(result.problem_id, [...(scores.get(result.problem_id) ?? []), score]);
  }
  return new Map(Array.from(scores, ([problem, each]) => [problem, mean(each)]));
}

/** An agent that failed or timed out scored 0; a problem that no validator finished has no score. */
function scoreOf({ status, score }: ProblemResult): number | undefined {
  if (score !== null) return score;
  return status === 'FAILED' || status === 'TIMED_OUT' ? 0 : undefined;
}
