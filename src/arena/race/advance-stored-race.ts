import type { Transaction, Updateable } from 'kysely';
import { appendEvent, type JsonValue } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { advanceRace } from './advance-race.ts';
import type { Race } from './race.ts';
import type { RaceEvent } from './race-event.ts';
import { newestRace, type RaceRow, readRace } from './stored-race.ts';

export interface Advance {
  readonly event: RaceEvent;
  /** Columns to store in addition to those that the rules set. */
  readonly set?: Updateable<ArenaTables['races']>;
  readonly tell: {
    readonly who?: string;
    readonly what: string;
    readonly why: string;
    readonly data?: Readonly<Record<string, JsonValue>>;
  };
}

/**
 * Performs an operation on a race read earlier, if it is still the newest and in the same state. Returns `undefined` if
 * another process was faster; then nothing is left to do.
 */
export async function ifRaceUnchanged<T>(
  { database }: Pick<Arena, 'database'>,
  seen: Pick<RaceRow, 'race_id' | 'state'>,
  work: (transaction: Transaction<ArenaTables>, race: RaceRow) => Promise<T | undefined>,
): Promise<T | undefined> {
  return await database.withTransaction(async (transaction) => {
    const race = await newestRace(transaction);
    if (race?.race_id !== seen.race_id || race.state !== seen.state) return undefined;
    return await work(transaction, race);
  });
}

/** The only way a stored race changes its state: the rules must allow it, and the ledger records it. */
export async function advanceStoredRace(
  transaction: Transaction<ArenaTables>,
  row: RaceRow,
  { event, set = {}, tell }: Advance,
  { policy }: Pick<Arena, 'policy'>,
): Promise<Race> {
  const race = advanceRace(await readRace(transaction, row), event, policy.race);
  await transaction
    .updateTable('races')
    .set({
      state: race.state,
      since: race.since.epochMilliseconds,
      draw_commitment: race.drawCommitment ?? null,
      reason: race.reason ?? null,
      ...set,
    })
    .where('race_id', '=', row.race_id)
    .execute();
  const { who = 'arena', what, why, data } = tell;
  await appendEvent(transaction, {
    who,
    what,
    when: race.since.epochMilliseconds,
    why,
    subject: `race ${row.race_number}`,
    data: {
      race_id: row.race_id,
      race_number: row.race_number,
      suite_id: row.suite_id,
      state: race.state,
      ...data,
    },
  });
  return race;
}

/** Clocks of two machines differ; a race must not go back in time because of that. */
export function raceTimestamp({ now }: Pick<Arena, 'now'>, row: Pick<RaceRow, 'since'>): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Math.max(now(), row.since));
}
