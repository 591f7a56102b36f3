import type { Transaction } from 'kysely';
import { CLOCK_DIFFERENCE_MILLISECONDS } from '../../clock/clock-difference.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaPolicy } from '../arena-policy.ts';
import { deletePresenceAfter } from '../queue/presence.ts';
import { ACTIVE_STATUSES } from '../queue/run-status.ts';
import { codeReleaseAt } from '../race/code-release.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { correctRace } from './correct-race.ts';

const DAY_MILLISECONDS = 86_400_000;

/** How many rows of each kind were corrected. */
export type CorrectedTimes = Readonly<Record<string, number>>;

interface Correction {
  readonly now: number;
  /** A row with a later timestamp was written by a clock that was ahead. */
  readonly ahead: number;
  readonly policy: ArenaPolicy;
}

/**
 * Corrects rows that a clock that was ahead has written with future timestamps. Whatever such a row starts counts from
 * now with its normal length, so that no cooldown, lease or window lasts longer than it should. Changes nothing if
 * there are no such rows. The ledger records the correction in one event.
 */
export async function correctStoredTimes(arena: Arena): Promise<CorrectedTimes> {
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const correction = { now, ahead: now + CLOCK_DIFFERENCE_MILLISECONDS, policy: arena.policy };
    const race = await correctRace(transaction, { ...correction, policy: arena.policy.race });
    // Not counted: presence is not in the ledger, and the arena writes its own while the clock is ahead.
    await deletePresenceAfter(transaction, correction.ahead);
    const counts = {
      cooldowns: await correctCooldowns(transaction, correction),
      leases: await correctLeases(transaction, correction),
      work_items: await correctItems(transaction, correction),
      entries: await correctEntries(transaction, correction),
      validators: await correctValidators(transaction, correction),
      releases: await correctReleases(transaction, correction),
      races: race === undefined ? 0 : 1,
    };
    const corrected = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    if (Object.keys(corrected).length === 0) return corrected;
    await appendEvent(transaction, {
      who: 'arena',
      what: 'clock.corrected',
      when: now,
      why: 'The clock was ahead and has been set back; timestamps written in between were set to the current time.',
      subject: 'clock',
      data: { corrected, ...(race !== undefined && { race: { ...race } }) },
    });
    return corrected;
  });
}

async function correctCooldowns(transaction: Transaction<ArenaTables>, { now, ahead }: Correction): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('contestants')
    .set(({ eb, ref }) => ({
      next_allowed_at: eb('next_allowed_at', '-', eb.parens(ref('last_submitted_at'), '-', now)),
      last_submitted_at: now,
    }))
    .where('last_submitted_at', '>', ahead)
    .where('next_allowed_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Also corrects `claimed_at`, which limits how long heartbeats can hold a run. */
async function correctLeases(
  transaction: Transaction<ArenaTables>,
  { now, ahead, policy }: Correction,
): Promise<number> {
  const active = transaction.updateTable('runs').where('status', 'in', ACTIVE_STATUSES);
  const lease = { lease_expires_at: now + Math.round(policy.queue.leaseSeconds * 1_000) };
  const beating = await active
    .set({ ...lease, last_heartbeat_at: now })
    .where('last_heartbeat_at', '>', ahead)
    .returning('run_id')
    .execute();
  const claimed = await active
    .set({ ...lease, claimed_at: now })
    .where('claimed_at', '>', ahead)
    .returning('run_id')
    .execute();
  return new Set([...beating, ...claimed].map(({ run_id }) => run_id)).size;
}

/**
 * Otherwise the item would be behind everything queued before its timestamp, and would wait that much longer for
 * another opinion.
 */
async function correctItems(transaction: Transaction<ArenaTables>, { now, ahead }: Correction): Promise<number> {
  const open = transaction.updateTable('work_items').where('closed_at', 'is', null);
  const queued = await open.set({ queued_at: now }).where('queued_at', '>', ahead).returning('work_item_id').execute();
  const disputed = await open
    .set({ disagreement_at: now })
    .where('disagreement_at', '>', ahead)
    .returning('work_item_id')
    .execute();
  return new Set([...queued, ...disputed].map(({ work_item_id }) => work_item_id)).size;
}

/** Otherwise the version would count as scored too late for the races until then. */
async function correctEntries(transaction: Transaction<ArenaTables>, { now, ahead }: Correction): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('entries')
    .set({ eligible_at: now })
    .where('eligible_at', '>', ahead)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Otherwise a signature made before a commitment could count as made after it, and decide the draw; and the uptime of a
 * validator that registered then would not be measured until that time.
 */
async function correctValidators(transaction: Transaction<ArenaTables>, { now, ahead }: Correction): Promise<number> {
  const seen = await transaction
    .updateTable('validators')
    .set({ last_seen_at: now })
    .where('last_seen_at', '>', ahead)
    .returning('hotkey')
    .execute();
  const registered = await transaction
    .updateTable('validators')
    .set({ registered_at: now })
    .where('registered_at', '>', ahead)
    .returning('hotkey')
    .execute();
  const signed = await transaction
    .updateTable('validators')
    .set({ signed_at: now })
    .where('signed_at', '>', ahead)
    .returning('hotkey')
    .execute();
  return new Set([...seen, ...registered, ...signed].map(({ hotkey }) => hotkey)).size;
}

/** With a day of tolerance: an operator may have changed the release hour, and that must not release code early. */
async function correctReleases(transaction: Transaction<ArenaTables>, { now, policy }: Correction): Promise<number> {
  const latest = codeReleaseAt(Temporal.Instant.fromEpochMilliseconds(now), policy.race).epochMilliseconds;
  const { numUpdatedRows } = await transaction
    .updateTable('agent_versions')
    .set({ release_at: latest })
    .where('release_at', '>', latest + DAY_MILLISECONDS)
    .where('released_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
