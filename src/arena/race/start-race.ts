import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Arena } from '../arena.ts';
import { storeProblems } from '../exam/store-problems.ts';
import { enqueue } from '../queue/enqueue.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { advanceStoredRace, ifRaceUnchanged, raceTimestamp } from './advance-stored-race.ts';
import type { BeaconPlan, CommitmentEvent, DrawBeacon } from './draw-beacon.ts';
import type { HiddenProblems } from './hidden-problems.ts';
import type { RaceRow } from './stored-race.ts';

/** Race items come first because a race has a deadline and qualifying has none. */
const RACE_PRIORITY = 100;

/**
 * Draws the problems and queues the racers once the beacon exists. The bank keeps the first beacon it is given: after a
 * crash in between, the same race gets the same problems.
 */
export async function startRace(
  arena: Arena,
  hidden: HiddenProblems,
  beacon: DrawBeacon,
  seen: RaceRow,
): Promise<string | undefined> {
  const committed = await commitmentOf(arena, seen);
  const value = await beacon.read(committed.plan, committed.event);
  if (value === undefined) return undefined;
  const used = await hidden.draw(seen.race_id, value);
  const problems = await hidden.problems(seen.race_id);
  return await ifRaceUnchanged(arena, seen, async (transaction, row) => {
    const racers = await transaction
      .selectFrom('racers')
      .select('agent_version_id')
      .where('race_id', '=', row.race_id)
      .orderBy('qualifying_score', 'desc')
      .orderBy('agent_version_id')
      .execute();
    const at = raceTimestamp(arena, row);
    const setId = await storeProblems(transaction, 'race', problems, at.epochMilliseconds);
    await advanceStoredRace(
      transaction,
      row,
      {
        event: { kind: 'problems-drawn', at },
        set: { set_id: setId, started_at: at.epochMilliseconds },
        tell: {
          what: 'race.started',
          why: `${racers.length} racers run on ${problems.length} hidden problems. The hash commits the arena to them; scores stay hidden until the race is complete.`,
          data: {
            racers: racers.length,
            problems: problems.length,
            draw_commitment: row.draw_commitment,
            beacon: used ?? null,
          },
        },
      },
      arena,
    );
    for (const { agent_version_id } of racers) await queueRacer(transaction, arena, row, agent_version_id, setId);
    return `race ${row.race_number} started`;
  });
}

const committedSchema = z.object({
  beacon: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ledger') }),
    z.object({ kind: z.literal('chain'), block: z.int() }),
  ]),
});

/** Reads the beacon plan from the ledger, because the one published with the commitment counts. */
async function commitmentOf(
  { database }: Arena,
  { race_number }: RaceRow,
): Promise<{ readonly plan: BeaconPlan; readonly event: CommitmentEvent }> {
  const { sequence, hash, happened_at, data } = await database.reader
    .selectFrom('events')
    .select(['sequence', 'hash', 'happened_at', 'data'])
    .where('subject', '=', `race ${race_number}`)
    .where('what', '=', 'race.committed')
    .executeTakeFirstOrThrow();
  return { plan: committedSchema.parse(data).beacon, event: { sequence, hash, when: happened_at } };
}

async function queueRacer(
  transaction: Transaction<ArenaTables>,
  { policy, now }: Arena,
  race: RaceRow,
  agentVersionId: string,
  setId: string,
): Promise<void> {
  await enqueue(transaction, {
    agentVersionId,
    suiteId: race.suite_id,
    phase: 'RACE',
    raceId: race.race_id,
    setId,
    requiredSuccesses: policy.queue.raceRequiredSuccesses,
    priority: RACE_PRIORITY,
    now: now(),
  });
}
