import type { Arena } from '../arena.ts';
import { advanceStoredRace, ifRaceUnchanged, raceTimestamp } from './advance-stored-race.ts';
import type { DrawBeacon } from './draw-beacon.ts';
import type { HiddenProblems } from './hidden-problems.ts';
import type { RaceRow } from './stored-race.ts';

/**
 * Commits to a draw whose beacon does not exist yet; with too few racers or problems, ends the race. The bank commits
 * before the database is updated: after a crash in between, the same race gets the same commitment.
 */
export async function commitRace(
  arena: Arena,
  hidden: HiddenProblems,
  beacon: DrawBeacon,
  seen: RaceRow,
): Promise<string | undefined> {
  const { racers } = await arena.database.reader
    .selectFrom('racers')
    .select(({ fn }) => fn.countAll<number>().as('racers'))
    .where('race_id', '=', seen.race_id)
    .executeTakeFirstOrThrow();
  if (Number(racers) < arena.policy.race.fewestRacers) return await callOff(arena, seen, Number(racers));
  const committed = await hidden.commit(seen.race_id, arena.policy.raceProblems);
  if (!committed.ok) return await cancelForWant(arena, seen, committed.reason);
  const plan = await beacon.plan();
  return await ifRaceUnchanged(arena, seen, async (transaction, row) => {
    if (row.draw_commitment !== null) return undefined;
    await advanceStoredRace(
      transaction,
      row,
      {
        event: { kind: 'draw-committed', at: raceTimestamp(arena, row), commitment: committed.commitment },
        tell: {
          what: 'race.committed',
          why: `The hash commits the arena to a seed and a pool. Which ${committed.size} problems are drawn also depends on a value that does not exist yet.`,
          data: {
            draw_commitment: committed.commitment,
            problems: committed.size,
            beacon: plan,
            // Real time, which validators sign with; the clock of a demonstration runs faster.
            wall_time: new Date().toISOString(),
          },
        },
      },
      arena,
    );
    return `race ${row.race_number} committed to a draw`;
  });
}

async function callOff(arena: Arena, seen: RaceRow, racers: number): Promise<string | undefined> {
  return await ifRaceUnchanged(arena, seen, async (transaction, row) => {
    await advanceStoredRace(
      transaction,
      row,
      {
        event: { kind: 'too-few-racers', at: raceTimestamp(arena, row) },
        tell: {
          what: 'race.uncontested',
          why: `${racers} of at least ${arena.policy.race.fewestRacers} racers: the champion stays.`,
          data: { racers },
        },
      },
      arena,
    );
    return `race ${row.race_number} uncontested`;
  });
}

async function cancelForWant(arena: Arena, seen: RaceRow, reason: string): Promise<string | undefined> {
  return await ifRaceUnchanged(arena, seen, async (transaction, row) => {
    await advanceStoredRace(
      transaction,
      row,
      {
        event: { kind: 'race-cancelled', at: raceTimestamp(arena, row), reason },
        tell: { what: 'race.cancelled', why: reason },
      },
      arena,
    );
    return `race ${row.race_number} cancelled: ${reason}`;
  });
}
