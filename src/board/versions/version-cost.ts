import type { ArenaQueries } from '../../arena/race.ts';
import type { VersionCostWire } from '../wire/version-wire.ts';
import { PUBLISHED_STATES } from './published-states.ts';

/**
 * What running a version has taken. How much an agent asked of its model tells how far it came, so a race counts once its
 * scores are public, and a round of qualifying for everybody but the owner once enough validators have run it.
 */
export async function versionCost(
  reader: ArenaQueries,
  agentVersionId: string,
  whose: 'owner' | 'everybody',
): Promise<VersionCostWire> {
  const sums = await reader
    .selectFrom('problem_results as result')
    .innerJoin('runs', 'runs.run_id', 'result.run_id')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .leftJoin('races', 'races.race_id', 'item.race_id')
    .select(({ fn }) => [
      fn.count<number>('result.run_id').distinct().as('runs'),
      fn.count<number>('result.problem_id').as('results'),
      fn.sum<number | null>('result.inference_total').as('calls'),
      fn.sum<number | null>('result.inference_failure_count').as('failed'),
      fn.sum<number | null>('result.execution_time').as('seconds'),
    ])
    .where('runs.agent_version_id', '=', agentVersionId)
    .where(({ eb, and, or }) =>
      or([
        and([
          eb('item.phase', '=', 'QUALIFYING'),
          ...(whose === 'owner' ? [] : [eb('item.closed_at', 'is not', null)]),
        ]),
        eb('races.state', 'in', PUBLISHED_STATES),
      ]),
    )
    .executeTakeFirstOrThrow();
  return {
    runs: sums.runs,
    results: sums.results,
    inference_calls: sums.calls ?? 0,
    failed_inference_calls: sums.failed ?? 0,
    execution_seconds: sums.seconds ?? 0,
  };
}
