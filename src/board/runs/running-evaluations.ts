import type { Arena } from '../../arena/arena.ts';
import { ACTIVE_STATUSES, itemSizes } from '../../arena/queue.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { isProgressPublic } from '../../arena/secrecy.ts';
import { pythonRound } from '../../statistics/python-round.ts';
import type { PageQuery } from '../wire/paging.ts';
import type { RunningEvaluationWire } from '../wire/run-wire.ts';
import { toTimestamp } from '../wire/timestamp.ts';

/** Runs in progress, longest first. */
export async function runningEvaluations(
  { database }: Pick<Arena, 'database'>,
  { limit, offset }: PageQuery,
): Promise<RunningEvaluationWire[]> {
  return await database.withSnapshot(async (reader) => {
    const rows = await reader
      .selectFrom('runs')
      .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
      .innerJoin('agent_versions as version', 'version.agent_version_id', 'runs.agent_version_id')
      .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
      .select([
        'runs.run_id as eval_run_id',
        'runs.agent_version_id',
        'agents.name as agent_name',
        'version.version_number',
        'version.hotkey as miner_hotkey',
        'runs.validator_hotkey',
        'runs.status',
        'runs.claimed_at',
        'item.work_item_id',
        'item.set_id',
        'item.phase',
        'item.race_id',
      ])
      .where('runs.status', 'in', ACTIVE_STATUSES)
      .orderBy('runs.claimed_at')
      .orderBy('runs.run_id')
      .limit(limit)
      .offset(offset)
      .execute();
    const settled = await settledProblems(
      reader,
      rows.map(({ eval_run_id }) => eval_run_id),
    );
    const sizes = await itemSizes(reader, rows);
    return rows.map(({ claimed_at, work_item_id, set_id: _, race_id, ...row }) => {
      const size = sizes.get(work_item_id)!;
      const done = isProgressPublic(row.phase) ? (settled.get(row.eval_run_id) ?? 0) : 0;
      return {
        ...row,
        started_at: toTimestamp(claimed_at),
        progress_percent: percent(done, size),
        problems_done: done,
        problems_total: size,
        race_id: race_id === '' ? null : race_id,
      };
    });
  });
}

async function settledProblems(reader: ArenaQueries, runIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (runIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('problem_results')
    .select(({ fn }) => ['run_id', fn.countAll<number>().as('settled')])
    .where('run_id', 'in', runIds)
    .where('status', 'not in', ['PENDING', 'RUNNING'])
    .groupBy('run_id')
    .execute();
  return new Map(rows.map(({ run_id, settled }) => [run_id, settled]));
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : pythonRound(Math.min(100, (100 * part) / whole), 1);
}
