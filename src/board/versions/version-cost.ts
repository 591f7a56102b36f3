import type { ArenaQueries } from '../../arena/race.ts';
import type { VersionCostWire } from '../wire/version-wire.ts';

/**
 * The cost of running a version in qualifying. For everyone but the owner, a round counts once enough validators have
 * run it. Races are left out: an agent can encode hidden problems in its number of calls and its duration.
 */
export async function versionCost(
  reader: ArenaQueries,
  agentVersionId: string,
  whose: 'owner' | 'public',
): Promise<VersionCostWire> {
  const sums = await reader
    .selectFrom('problem_results as result')
    .innerJoin('runs', 'runs.run_id', 'result.run_id')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    // Excludes twins, which are hidden.
    .innerJoin('set_problems as problem', (join) =>
      join.onRef('problem.set_id', '=', 'item.set_id').onRef('problem.problem_id', '=', 'result.problem_id'),
    )
    .select(({ fn }) => [
      fn.count<number>('result.run_id').distinct().as('runs'),
      fn.count<number>('result.problem_id').as('results'),
      fn.sum<number | null>('result.inference_total').as('calls'),
      fn.sum<number | null>('result.inference_failure_count').as('failed'),
      fn.sum<number | null>('result.execution_time').as('seconds'),
    ])
    .where('runs.agent_version_id', '=', agentVersionId)
    .where('item.phase', '=', 'QUALIFYING')
    .$if(whose === 'public', (query) => query.where('item.closed_at', 'is not', null))
    .executeTakeFirstOrThrow();
  return {
    runs: sums.runs,
    results: sums.results,
    inference_calls: sums.calls ?? 0,
    failed_inference_calls: sums.failed ?? 0,
    execution_seconds: sums.seconds ?? 0,
  };
}
