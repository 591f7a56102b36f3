import type { Transaction } from 'kysely';
import type { Arena } from '../arena.ts';
import { storeProblems } from '../exam/store-problems.ts';
import { enqueue } from '../queue/enqueue.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { advanceStoredRace, momentOf, onRaceAsSeen } from './advance-stored-race.ts';
import type { HiddenProblems } from './hidden-problems.ts';
import type { RaceRow } from './stored-race.ts';

/** A race has a deadline and qualifying has not, so its items come first. */
const RACE_PRIORITY = 100;

/**
 * Binds the arena to a draw and sends the racers on their way; with too few of them, or too few problems, ends the race.
 * The bank commits before the database knows: after a crash in between, the same race finds the same draw.
 */
export async function startRace(arena: Arena, hidden: HiddenProblems, seen: RaceRow): Promise<string | undefined> {
  const racers = await arena.database.reader
    .selectFrom('racers')
    .select('agent_version_id')
    .where('race_id', '=', seen.race_id)
    .orderBy('qualifying_score', 'desc')
    .orderBy('agent_version_id')
    .execute();
  if (racers.length < arena.policy.race.fewestRacers) return await callOff(arena, seen, racers.length);
  const committed = await hidden.commit(seen.race_id, arena.policy.raceProblems);
  if (!committed.ok) return await cancelForWant(arena, seen, committed.reason);
  const problems = await hidden.problems(seen.race_id);
  return await onRaceAsSeen(arena, seen, async (transaction, row) => {
    const at = momentOf(arena, row);
    const setId = await storeProblems(transaction, 'race', problems, at.epochMilliseconds);
    await advanceStoredRace(
      transaction,
      row,
      {
        event: { kind: 'draw-committed', at, commitment: committed.commitment },
        set: { set_id: setId, started_at: at.epochMilliseconds },
        tell: {
          what: 'race.started',
          why: `${racers.length} racers meet ${problems.length} hidden problems. The hash binds us to them; scores stay hidden until the race is complete.`,
          data: { racers: racers.length, problems: problems.length, draw_commitment: committed.commitment },
        },
      },
      arena,
    );
    for (const { agent_version_id } of racers) await queueRacer(transaction, arena, row, agent_version_id, setId);
    return `race ${row.race_number} started`;
  });
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

async function callOff(arena: Arena, seen: RaceRow, racers: number): Promise<string | undefined> {
  return await onRaceAsSeen(arena, seen, async (transaction, row) => {
    await advanceStoredRace(
      transaction,
      row,
      {
        event: { kind: 'too-few-racers', at: momentOf(arena, row) },
        tell: {
          what: 'race.uncontested',
          why: `${racers} of at least ${arena.policy.race.fewestRacers} racers: the crown stays where it is.`,
          data: { racers },
        },
      },
      arena,
    );
    return `race ${row.race_number} uncontested`;
  });
}

async function cancelForWant(arena: Arena, seen: RaceRow, reason: string): Promise<string | undefined> {
  return await onRaceAsSeen(arena, seen, async (transaction, row) => {
    await advanceStoredRace(
      transaction,
      row,
      {
        event: { kind: 'race-cancelled', at: momentOf(arena, row), reason },
        tell: { what: 'race.cancelled', why: reason },
      },
      arena,
    );
    return `race ${row.race_number} cancelled: ${reason}`;
  });
}
