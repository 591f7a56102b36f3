import { Command } from 'commander';
import {
  type RaceAlarmWire,
  type RaceWire,
  raceAlarmSchema,
  raceCurrentSchema,
  raceDetailSchema,
  raceHistorySchema,
} from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { Fault } from '../../../fault/fault.ts';
import { type ArenaOptions, openArena, withArenaOptions } from '../../arena/arena-connection.ts';
import { arenaTime } from '../../arena/arena-time.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { askOverview } from '../../arena/print-waiting.ts';
import { raceIdOf } from '../../arena/race-id.ts';
import { wholeNumber } from '../../options.ts';
import { scoreText } from '../../output/format-score.ts';
import { timestampText, whenText } from '../../output/format-time.ts';
import { printAlarm } from '../../output/print-alarm.ts';
import { printRace } from '../../output/print-race.ts';
import { printRaceResult } from '../../output/print-race-result.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';

interface Options extends ArenaOptions {
  readonly history?: boolean;
  readonly limit: number;
  readonly racers: number;
  readonly json?: boolean;
}

const PAGE = 100;
const MOST_RACERS = 1_000;

export function raceShowCommand(): Command {
  const command = new Command('show')
    .argument('[race]', 'number or id of a race, or the first digits of its id')
    .option('--history', 'races that are over, the newest first')
    .option('--limit <n>', 'number of past races to list', wholeNumber(1, PAGE), 20)
    .option('--racers <n>', 'number of racers of the current race to list', wholeNumber(1, MOST_RACERS), 100);
  return withArenaOptions(command).action(async (race: string | undefined, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const arena = openArena(options);
    if (options.history) return await showHistory(arena, race, options.limit, terminal);
    if (race === undefined) return await showCurrent(arena, options.racers, terminal);
    await showOne(arena, await raceIdOf(arena, race), terminal);
  });
}

async function showCurrent(arena: ArenaClient, racers: number, terminal: Terminal): Promise<void> {
  const current = await askArena(arena, {
    path: '/v1/public/races/current',
    query: { limit: racers },
    answer: raceCurrentSchema,
  });
  const { race, qualifiers, phase, next_window } = current;
  const now = Date.parse(current.computed_at);
  const overview = race === null ? await askOverview(arena) : undefined;
  if (race === null) terminal.print('No race is under way and no window is open yet.');
  else if (phase === 'RESULT') return await showOne(arena, race.race_id, terminal);
  else printRace(race, qualifiers, now, terminal);
  terminal.print(
    overview?.suite === null
      ? 'Qualifying begins when the operator activates a suite of problems.'
      : `Agents submitted now can qualify in the window that closes ${whenText(next_window.closes_at, now)}.`,
  );
  const alarm = await raceAlarmOf(arena);
  printAlarm(alarm, terminal);
  terminal.report({ ...current, alarm });
}

async function showOne(arena: ArenaClient, raceId: string, terminal: Terminal): Promise<void> {
  const detail = await askArena(arena, { path: `/v1/public/races/${raceId}`, answer: raceDetailSchema });
  printRace(detail.race, detail.qualifiers, (await arenaTime(arena)).now, terminal);
  if (detail.result !== null) printRaceResult(detail.result, detail.qualifiers, terminal);
  const alarm = await raceAlarmOf(arena);
  printAlarm(alarm, terminal);
  terminal.report({ ...detail, alarm });
}

async function showHistory(
  arena: ArenaClient,
  race: string | undefined,
  limit: number,
  terminal: Terminal,
): Promise<void> {
  if (race !== undefined) throw new Fault('USAGE', { message: 'Name a race or ask for --history, not both.' });
  const past = await askArena(arena, { path: '/v1/public/races/history', query: { limit }, answer: raceHistorySchema });
  if (past.total === 0) terminal.print('No race is over yet.');
  else
    terminal.print(
      table(['race', 'status', 'closed', 'racers', 'winner', 'score', 'reason'], past.races.map(historyRow)),
    );
  if (past.total > past.races.length)
    terminal.print(`… and ${past.total - past.races.length} older ones; see --limit.`);
  const alarm = await raceAlarmOf(arena);
  printAlarm(alarm, terminal);
  terminal.report({ ...past, alarm });
}

function historyRow(race: RaceWire): (string | number)[] {
  return [
    race.race_number,
    race.state,
    timestampText(race.qualifying_closes_at),
    race.qualifier_count,
    race.winner_agent_name ?? '–',
    scoreText(race.winner_score),
    race.reason ?? '',
  ];
}

/** The alarm for the latest races; `null` from older arenas, which take "alarm" for the id of a race. */
async function raceAlarmOf(arena: ArenaClient): Promise<RaceAlarmWire | null> {
  try {
    return await askArena(arena, { path: '/v1/public/races/alarm', answer: raceAlarmSchema });
  } catch (error) {
    if (Fault.isInstance(error) && (error.code === 'ARENA_REFUSED' || error.code === 'RACE_NOT_FOUND')) return null;
    throw error;
  }
}
