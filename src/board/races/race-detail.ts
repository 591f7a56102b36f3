import type { Arena } from '../../arena/arena.ts';
import { areScoresPublic, isSettled } from '../../arena/race.ts';
import { raceResultSchema } from '../wire/race-result-wire.ts';
import type { RaceDetailWire, RacersQuery } from '../wire/race-wire.ts';
import { findRace } from './find-race.ts';
import { readRaceView } from './race-view.ts';

/** The page of one race: racers, result, confidence and draw. */
export async function raceDetail(arena: Arena, raceId: string, query: RacersQuery): Promise<RaceDetailWire> {
  return await arena.database.withSnapshot(async (reader) => {
    const row = await findRace(reader, raceId);
    return {
      ...(await readRaceView(reader, arena, row, query)),
      result: areScoresPublic(row.state) && row.result !== null ? raceResultSchema.parse(row.result) : null,
      // A stored draw has been revealed. For a race still running that would be a bug, so its draw is not returned.
      draw: isSettled(row.state) ? (row.draw as RaceDetailWire['draw']) : null,
    };
  });
}
