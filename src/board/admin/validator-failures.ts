import type { Arena } from '../../arena/arena.ts';
import { readPage } from '../paging/read-page.ts';
import type { ValidatorFailuresQuery, ValidatorFailuresWire } from '../wire/admin-analytics-wire.ts';
import { toTimestampOrNull } from '../wire/timestamp.ts';

/** Runs that a validator failed or did not finish in time, newest first. */
export async function validatorFailures(
  { database }: Pick<Arena, 'database'>,
  hotkey: string,
  { limit }: ValidatorFailuresQuery,
): Promise<ValidatorFailuresWire> {
  return await database.withSnapshot(async (reader) => {
    const failed = reader
      .selectFrom('runs')
      .where('validator_hotkey', '=', hotkey)
      .where('status', 'in', ['FAILED', 'TIMED_OUT'])
      .select(['run_id', 'agent_version_id', 'status', 'failure_reason', 'completed_at'])
      .orderBy('completed_at', 'desc')
      .orderBy('run_id');
    const { total, rows } = await readPage(failed, { limit, offset: 0 });
    return {
      validator_hotkey: hotkey,
      failures: rows.map(({ run_id, agent_version_id, status, failure_reason, completed_at }) => ({
        eval_run_id: run_id,
        agent_version_id,
        status: status === 'TIMED_OUT' ? status : 'FAILED',
        failure_reason,
        completed_at: toTimestampOrNull(completed_at),
      })),
      total,
    };
  });
}
