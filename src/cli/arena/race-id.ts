import { raceCurrentSchema, raceHistorySchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import { isId, isIdPrefix } from './arguments.ts';
import { askArena } from './ask-arena.ts';
import { idOf } from './find-id.ts';

const PAGE = 100;

/** Converts the number of a race, which people use, to its id, which the API uses. */
export async function raceIdOf(arena: ArenaClient, race: string): Promise<string> {
  if (isId(race)) return race.toLowerCase();
  if (!/^\d{1,9}$/.test(race)) {
    if (isIdPrefix(race)) return await idOf(arena, 'races', race);
    throw new Fault('USAGE', {
      message: `"${race}" is neither the number nor the id of a race.`,
      remedy:
        '`assay race --history` lists them. `assay race pin VERSION` and `assay race unpin` choose which of your versions races.',
    });
  }
  const number = Number(race);
  const { race: now } = await askArena(arena, {
    path: '/v1/public/races/current',
    query: { limit: 1 },
    answer: raceCurrentSchema,
  });
  if (now?.race_number === number) return now.race_id;
  for (let offset = 0; ; offset += PAGE) {
    const query = { limit: PAGE, offset };
    const { races } = await askArena(arena, { path: '/v1/public/races/history', query, answer: raceHistorySchema });
    const found = races.find(({ race_number }) => race_number === number);
    if (found !== undefined) return found.race_id;
    if (races.length < PAGE) break;
  }
  // The first digits of an id may be decimal, like a number.
  if (isIdPrefix(race)) return await idOf(arena, 'races', race);
  throw new Fault('RACE_NOT_FOUND', { message: `There is no race ${number}.`, remedy: 'See `assay race --history`.' });
}
