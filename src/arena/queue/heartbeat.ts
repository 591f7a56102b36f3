import type { Transaction } from 'kysely';
import type { Fault } from '../../fault/fault.ts';
import { appendEvent, json } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { WorkReport } from '../wire/work-wire.ts';
import { leaseExpired, whyNotHeld } from './held-run.ts';
import { itemData } from './item-data.ts';
import type { Run } from './item-runs.ts';
import { noteSignedRequest, type RequestProof } from './note-signed-request.ts';
import { noteSign, serviceVersionsOf } from './note-validator.ts';
import { type HeldRun, withHeldRun } from './with-held-run.ts';

/** A run that takes this long, and this many leases, will not finish, however regular its heartbeats are. */
const LONGEST_RUN_MILLISECONDS = 4 * 3_600_000;
const LONGEST_RUN_IN_LEASES = 24;

/**
 * Extends the lease on a run; the first heartbeat also marks the run as running. `proof` is the signed request, if
 * there is one.
 */
export async function heartbeat(
  arena: Arena,
  hotkey: string,
  runId: string,
  report?: WorkReport,
  proof?: RequestProof,
): Promise<{ readonly leaseExpiresAt: number }> {
  const lease = Math.round(arena.policy.queue.leaseSeconds * 1_000);
  const beat = { runId, hotkey, report, proof, now: arena.now(), lease };
  // Nearly every heartbeat ends here: it conditionally updates two rows, concurrently with other writes.
  const known = await arena.database.withTransaction(async (transaction) => await extendRunning(transaction, beat), {
    batchKey: hotkey,
  });
  if (known !== undefined) return { leaseExpiresAt: known };
  if (proof !== undefined) await noteSignedRequest(arena, hotkey, proof);
  const claim = { hotkey, runId, refusal: whyNotBeating };
  return await withHeldRun(arena, claim, async (held) => ({ leaseExpiresAt: await firstBeat(held, beat) }));
}

/** A cancelled run is reported as an expired lease: that is what makes clients stop. */
function whyNotBeating(run: Run, now: number): Fault | undefined {
  return run.status === 'CANCELLED' ? leaseExpired() : whyNotHeld(run, now);
}

interface Beat {
  readonly runId: string;
  readonly hotkey: string;
  readonly report: WorkReport | undefined;
  readonly proof: RequestProof | undefined;
  readonly now: number;
  readonly lease: number;
}

async function extendRunning(transaction: Transaction<ArenaTables>, beat: Beat): Promise<number | undefined> {
  const { runId, hotkey, report, proof, now, lease } = beat;
  const longest = Math.max(LONGEST_RUN_MILLISECONDS, lease * LONGEST_RUN_IN_LEASES);
  const run = await transaction
    .updateTable('runs')
    .set(({ eb }) => ({
      last_heartbeat_at: now,
      lease_expires_at: eb
        .case()
        .when('claimed_at', '<', now + lease - longest)
        .then(eb('claimed_at', '+', longest))
        .else(now + lease)
        .end(),
      ...servicesIn(report),
    }))
    .where('run_id', '=', runId)
    .where('validator_hotkey', '=', hotkey)
    .where('status', '=', 'RUNNING')
    .where('lease_expires_at', '>', now)
    .returning('lease_expires_at')
    .executeTakeFirst();
  if (run !== undefined) await noteSign(transaction, hotkey, report, now, proof);
  return run?.lease_expires_at;
}

async function firstBeat({ transaction, run, item, now }: HeldRun, { hotkey, report, lease }: Beat): Promise<number> {
  const leaseExpiresAt = now + lease;
  await transaction
    .updateTable('runs')
    .set({ status: 'RUNNING', last_heartbeat_at: now, lease_expires_at: leaseExpiresAt, ...servicesIn(report) })
    .where('run_id', '=', run.run_id)
    .execute();
  await noteSign(transaction, hotkey, report, now);
  if (run.status === 'RUNNING') return leaseExpiresAt;
  await appendEvent(transaction, {
    who: hotkey,
    what: 'run.started',
    when: now,
    why: 'The validator that claimed it has begun.',
    subject: `run ${run.run_id}`,
    data: { ...(await itemData(transaction, item)), eval_run_id: run.run_id, validator_hotkey: hotkey },
  });
  return leaseExpiresAt;
}

function servicesIn(report: WorkReport | undefined) {
  const services = serviceVersionsOf(report);
  return services === undefined ? {} : { service_versions: json(services) };
}
