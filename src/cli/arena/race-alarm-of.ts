import { type RaceAlarmWire, raceAlarmSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import { askArena } from './ask-arena.ts';

/** The alarm for the latest races; `null` from older arenas, which take "alarm" for the id of a race. */
export async function raceAlarmOf(arena: ArenaClient): Promise<RaceAlarmWire | null> {
  try {
    return await askArena(arena, { path: '/v1/public/races/alarm', answer: raceAlarmSchema });
  } catch (error) {
    if (Fault.isInstance(error) && (error.code === 'ARENA_REFUSED' || error.code === 'RACE_NOT_FOUND')) return null;
    throw error;
  }
}
