import type { Arena } from '../../arena/arena.ts';
import type { AdminFaultsQuery, AdminFaultsWire } from '../wire/admin-faults-wire.ts';
import { toTimestamp } from '../wire/timestamp.ts';

type FaultLine = AdminFaultsWire['faults'][number];

const HOUR = 3_600_000;
const FAILED = ['FAILED', 'TIMED_OUT', 'STALE'] as const satisfies readonly FaultLine['status'][];
/** Faults that an operator can fix come first. */
const OWNERS: readonly FaultLine['owner'][] = ['platform', 'validator', 'agent'];

/** Runs that ended without a score, counted by owner of the failure. */
export async function adminFaults(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  { hours }: AdminFaultsQuery,
): Promise<AdminFaultsWire> {
  const since = Math.round(now() - hours * HOUR);
  return await database.withSnapshot(async (reader) => {
    const recent = reader.selectFrom('runs').where('claimed_at', '>=', since);
    const { all } = await recent.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow();
    const groups = await recent
      .select(({ fn }) => ['status', 'failure_owner', 'failure_code', fn.countAll<number>().as('runs')])
      .where('status', 'in', FAILED)
      .groupBy(['status', 'failure_owner', 'failure_code'])
      .execute();
    const faults: FaultLine[] = [];
    for (const { status, failure_owner, failure_code, runs } of groups) {
      const newest = await recent
        .select(['run_id', 'agent_version_id', 'validator_hotkey', 'claimed_at', 'failure_reason'])
        .where('status', '=', status)
        .where('failure_owner', failure_owner === null ? 'is' : '=', failure_owner)
        .where('failure_code', failure_code === null ? 'is' : '=', failure_code)
        .orderBy('claimed_at', 'desc')
        .orderBy('run_id')
        .limit(1)
        .executeTakeFirstOrThrow();
      const { failure_reason, claimed_at, ...run } = newest;
      faults.push({
        // A lease expires if its validator stops sending heartbeats.
        owner: failure_owner ?? 'validator',
        status: status as FaultLine['status'],
        code: failure_code,
        runs: Number(runs),
        newest: { ...run, claimed_at: toTimestamp(claimed_at), reason: failure_reason },
      });
    }
    const place = ({ owner }: FaultLine): number => OWNERS.indexOf(owner);
    faults.sort((one, other) => place(one) - place(other) || other.runs - one.runs);
    return { since: toTimestamp(since), runs: Number(all), faults };
  });
}
