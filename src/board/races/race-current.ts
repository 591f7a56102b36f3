import type { Arena } from '../../arena/arena.ts';
import { isSettled, newestRace, type RaceState } from '../../arena/race.ts';
import type { RaceCurrentWire, RacersQuery } from '../wire/race-wire.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import { nextWindow } from './next-window.ts';
import { readRaceView } from './race-view.ts';

/** The current race, and the window in which a submission made now would count. */
export async function raceCurrent(arena: Arena, query: RacersQuery): Promise<RaceCurrentWire> {
  const now = arena.now();
  return await arena.database.withSnapshot(async (reader) => {
    const row = await newestRace(reader);
    const window = nextWindow(row, now, arena.policy.race);
    const view =
      row === undefined || isSettled(row.state)
        ? { race: null, qualifiers: [], next_cursor: null, phase: 'NONE' as const }
        : { ...(await readRaceView(reader, arena, row, query)), phase: phaseOf(row.state) };
    return {
      ...view,
      next_window: { opens_at: toTimestamp(window.opensAt), closes_at: toTimestamp(window.closesAt) },
      computed_at: toTimestamp(now),
    };
  });
}

function phaseOf(state: RaceState): RaceCurrentWire['phase'] {
  if (state === 'qualifying_open') return 'QUALIFYING';
  return state === 'race_complete' ? 'RESULT' : 'RACE';
}
