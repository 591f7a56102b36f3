import type { Arena } from '../../arena/arena.ts';
import { type ArenaQueries, areScoresPublic, isSettled } from '../../arena/race.ts';
import { Fault } from '../../fault/fault.ts';
import type { RaceVarianceWire } from '../wire/race-variance-wire.ts';
import { findRace } from './find-race.ts';
import { type RaceScore, spreadOf } from './spread-of.ts';

/** How much validators differed in a race. Hidden while it runs, because it would reveal scores. */
export async function raceVariance({ database }: Pick<Arena, 'database'>, raceId: string): Promise<RaceVarianceWire> {
  return await database.withSnapshot(async (reader) => {
    const race = await findRace(reader, raceId);
    const isPublic = areScoresPublic(race.state);
    if (!isPublic && !isSettled(race.state)) {
      throw new Fault('RACE_IN_FLIGHT', {
        message: `Race ${race.race_number} is not over; the spread between its validators is shown afterwards.`,
        remedy: 'Ask again when its status is RACE_COMPLETE.',
      });
    }
    const scores = isPublic ? await readScores(reader, raceId) : [];
    return { race_id: race.race_id, race_number: race.race_number, ...spreadOf(scores) };
  });
}

async function readScores(reader: ArenaQueries, raceId: string): Promise<RaceScore[]> {
  const rows = await reader
    .selectFrom('runs')
    .innerJoin('work_items', 'work_items.work_item_id', 'runs.work_item_id')
    .leftJoin('validators', 'validators.hotkey', 'runs.validator_hotkey')
    .select(['work_items.work_item_id', 'runs.validator_hotkey', 'validators.name', 'runs.score'])
    .where('work_items.race_id', '=', raceId)
    .where('runs.is_included', '=', true)
    .where('runs.score', 'is not', null)
    .orderBy('runs.validator_hotkey')
    .orderBy('runs.run_id')
    .execute();
  return rows.map(({ work_item_id, validator_hotkey, name, score }) => ({
    racer: work_item_id,
    validatorHotkey: validator_hotkey,
    validatorName: name,
    score: score!,
  }));
}
