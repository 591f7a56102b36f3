import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { appendEvent, json } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { isExcluded } from '../audit/consider-trust.ts';
import { isBanned } from '../operator/is-banned.ts';
import { stopOf } from '../operator/stop-of.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { WorkReport } from '../wire/work-wire.ts';
import { chooseItem } from './choose-item.ts';
import { type ClaimedWork, claimedWorkOf } from './claimed-work.ts';
import { expireRuns } from './expire-runs.ts';
import { itemData } from './item-data.ts';
import type { Run, WorkItem } from './item-runs.ts';
import { noteClaim, serviceVersionsOf } from './note-validator.ts';
import { ACTIVE_STATUSES } from './run-status.ts';

/**
 * Gives a validator a run with a lease; `undefined` if there is none for it. A validator at its limit gets an error
 * that names a run it holds, so that it can resume that run after a lost answer.
 */
export async function claimWork(arena: Arena, hotkey: string, report?: WorkReport): Promise<ClaimedWork | undefined> {
  const outcome = await arena.database.withTransaction(async (transaction) => {
    const settleContext = { policy: arena.policy, now: arena.now() };
    const { now } = settleContext;
    if (await isBanned(transaction, hotkey, 'validator')) return undefined;
    if (await isExcluded(transaction, hotkey)) throw excludedFault();
    await expireRuns(transaction, settleContext);
    const { maxConcurrentRuns } = await noteClaim(transaction, hotkey, report, now);
    if ((await stopOf(transaction, 'claims', now)) !== undefined) return undefined;
    const held = await heldRuns(transaction, hotkey);
    // Returned as an outcome, because throwing a fault here would roll back the expired runs.
    if (held.length >= maxConcurrentRuns) return { held: held[0]! };
    const item = await chooseItem(transaction, hotkey, settleContext);
    if (item === undefined) return undefined;
    // The database stores whole milliseconds.
    const leaseExpiresAt = now + Math.round(arena.policy.queue.leaseSeconds * 1_000);
    const runId = await beginRun(transaction, item, { hotkey, report, leaseExpiresAt, now });
    return { work: await claimedWorkOf(transaction, runId) };
  });
  if (outcome?.held !== undefined) throw atCapacity(outcome.held);
  return outcome?.work;
}

async function heldRuns(transaction: Transaction<ArenaTables>, hotkey: string): Promise<Run[]> {
  return await transaction
    .selectFrom('runs')
    .selectAll()
    .where('validator_hotkey', '=', hotkey)
    .where('status', 'in', ACTIVE_STATUSES)
    .orderBy('claimed_at', 'desc')
    .orderBy('run_id')
    .execute();
}

async function beginRun(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  claim: {
    readonly hotkey: string;
    readonly report: WorkReport | undefined;
    readonly leaseExpiresAt: number;
    readonly now: number;
  },
): Promise<string> {
  const { hotkey, report, leaseExpiresAt, now } = claim;
  const services = serviceVersionsOf(report);
  const runId = randomUUID();
  await transaction
    .insertInto('runs')
    .values({
      run_id: runId,
      work_item_id: item.work_item_id,
      agent_version_id: item.agent_version_id,
      validator_hotkey: hotkey,
      status: 'CLAIMED',
      claimed_at: now,
      lease_expires_at: leaseExpiresAt,
      is_included: false,
      service_versions: services === undefined ? null : json(services),
    })
    .execute();
  await appendEvent(transaction, {
    who: hotkey,
    what: 'run.claimed',
    when: now,
    why: 'A validator claimed the next run in the queue.',
    subject: `run ${runId}`,
    data: { ...(await itemData(transaction, item)), eval_run_id: runId, validator_hotkey: hotkey },
  });
  return runId;
}

function excludedFault(): Fault {
  return new Fault('VALIDATOR_EXCLUDED', {
    message: 'Audits disagree with this validator beyond the limit; it gets no work and its results do not count.',
  });
}

function atCapacity(held: Run): Fault {
  return new Fault('AT_CAPACITY', {
    message: `You already hold run ${held.run_id}.`,
    remedy: 'Continue or complete it. You can claim again after it is complete or its lease has expired.',
    extra: {
      eval_run_id: held.run_id,
      agent_version_id: held.agent_version_id,
      lease_expires_at: new Date(held.lease_expires_at).toISOString(),
    },
  });
}
