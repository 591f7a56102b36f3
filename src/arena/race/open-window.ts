import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { advanceRace, firstRace } from './advance-race.ts';
import { ifRaceUnchanged, raceTimestamp } from './advance-stored-race.ts';
import type { Race } from './race.ts';
import { type ArenaQueries, newestRace, type RaceRow, readRace } from './stored-race.ts';

/** Opens the arena's first race once there is a suite to qualify on. */
export async function openFirstWindow({ database, policy, now }: Arena): Promise<string | undefined> {
  return await database.withTransaction(async (transaction) => {
    const suiteId = await activeSuite(transaction);
    if (suiteId === undefined || (await newestRace(transaction)) !== undefined) return undefined;
    const race = firstRace(Temporal.Instant.fromEpochMilliseconds(now()), policy.race);
    return await insertRace(transaction, race, suiteId);
  });
}

/** Opens the window after a finished race. */
export async function openNextWindow(arena: Arena, seen: RaceRow): Promise<string | undefined> {
  return await ifRaceUnchanged(arena, seen, async (transaction, row) => await openAfter(transaction, arena, row));
}

export async function openAfter(
  transaction: Transaction<ArenaTables>,
  arena: Arena,
  over: RaceRow,
): Promise<string | undefined> {
  const event = { kind: 'window-opened', at: raceTimestamp(arena, over) } as const;
  const race = advanceRace(await readRace(transaction, over), event, arena.policy.race);
  return await insertRace(transaction, race, (await activeSuite(transaction)) ?? over.suite_id);
}

async function activeSuite(reader: ArenaQueries): Promise<number | undefined> {
  const suite = await reader.selectFrom('suites').select('suite_id').where('is_active', '=', true).executeTakeFirst();
  return suite?.suite_id;
}

async function insertRace(transaction: Transaction<ArenaTables>, race: Race, suiteId: number): Promise<string> {
  const raceId = randomUUID();
  const since = race.since.epochMilliseconds;
  await transaction
    .insertInto('races')
    .values({
      race_id: raceId,
      race_number: race.number,
      suite_id: suiteId,
      state: race.state,
      opens_at: race.window.opensAt.epochMilliseconds,
      closes_at: race.window.closesAt.epochMilliseconds,
      since,
      created_at: since,
      started_at: null,
      completed_at: null,
      qualifying_threshold: null,
      incumbent_version_id: null,
      draw_commitment: null,
      set_id: null,
      scored_count: 0,
      winner_version_id: null,
      winner_score: null,
      reason: null,
      result: null,
      draw: null,
    })
    .execute();
  await appendEvent(transaction, {
    who: 'arena',
    what: 'race.opened',
    when: since,
    why: `Versions scored on suite ${suiteId} by ${race.window.closesAt} can qualify.`,
    subject: `race ${race.number}`,
    data: {
      race_id: raceId,
      race_number: race.number,
      suite_id: suiteId,
      state: race.state,
      opens_at: race.window.opensAt.toString(),
      closes_at: race.window.closesAt.toString(),
    },
  });
  return `race ${race.number} opened`;
}
