import { Command } from 'commander';
import {
  type LeaderboardEntryWire,
  type LeaderboardWire,
  leaderboardSchema,
  type TopWire,
  topSchema,
} from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import { type ArenaOptions, openArena, withArenaOptions } from '../arena/arena-connection.ts';
import { askArena } from '../arena/ask-arena.ts';
import { shortHotkey } from '../output/format-hotkey.ts';
import { oneLine } from '../output/format-line.ts';
import { intervalText, percentText, scoreText } from '../output/format-score.ts';
import { shortIds } from '../output/short-ids.ts';
import { table } from '../output/table.ts';
import { createTerminal } from '../output/terminal.ts';
import { limitOption, offsetOption, suiteNumberOption } from '../shared-options.ts';

interface Options extends ArenaOptions {
  readonly race?: boolean;
  readonly suite?: number;
  readonly limit: number;
  readonly offset: number;
  readonly query?: string;
  readonly json?: boolean;
}

export function leaderboardCommand(): Command {
  const command = new Command('leaderboard')
    .option('--race', 'rank by the latest race score instead of the qualifying score')
    .addOption(suiteNumberOption())
    .addOption(limitOption(25, 500))
    .addOption(offsetOption())
    .option('--query <text>', 'part of an agent’s name, or the beginning of a hotkey');
  return withArenaOptions(command).action(async (options: Options) => {
    const terminal = createTerminal(options.json === true);
    const arena = openArena(options);
    const { suite: suite_id, limit, offset, query: q } = options;
    const query = { suite_id, score_type: options.race ? 'race' : 'qualifying', limit, offset, q };
    const board = await askArena(arena, { path: '/v1/public/leaderboard', query, answer: leaderboardSchema });
    const top = await topOf(arena);
    if (board.entries.length > 0) terminal.print(`${boardTable(board.entries, options.race === true)}\n`);
    terminal.print(oneLine(summary(board, options)));
    terminal.print(oneLine(topText(top, board.entries)));
    terminal.report({ ...board, top });
  });
}

/** `null` before there is a suite. */
async function topOf(arena: ArenaClient): Promise<TopWire | null> {
  try {
    return await askArena(arena, { path: '/v1/public/top', answer: topSchema });
  } catch (error) {
    if (Fault.isInstance(error) && error.code === 'SUITE_NOT_FOUND') return null;
    throw error;
  }
}

function boardTable(entries: readonly LeaderboardEntryWire[], raced: boolean): string {
  const weighted = entries.some(({ agency }) => agency?.is_applied);
  const short = shortIds(entries.map((entry) => entry.agent_version_id));
  const rows = entries.map((entry) => [
    entry.rank,
    short(entry.agent_version_id),
    entry.agent_name,
    entry.version_number,
    entry.miner_name ?? shortHotkey(entry.miner_hotkey),
    ...(raced ? [scoreText(entry.race_score)] : []),
    scoreText(entry.final_score),
    intervalText(entry.score_interval),
    entry.runs,
    entry.rank_without_judge,
    ...(weighted ? [scoreText(entry.agency?.score_without ?? null)] : []),
    marks(entry).join(', '),
  ]);
  const scores = raced ? ['race', 'qualifying'] : ['score'];
  const without = weighted ? ['before agency factor'] : [];
  return table(
    ['rank', 'id', 'agent', 'version', 'contestant', ...scores, '95 %', 'runs', 'judge off', ...without, ''],
    rows,
  );
}

function marks(entry: LeaderboardEntryWire): string[] {
  const all: [mark: string, holds: boolean][] = [
    ['champion', entry.is_current_top],
    ['was champion', entry.was_top && !entry.is_current_top],
    ['races', entry.is_active_qualifier],
    ['eliminated', entry.eliminated_at !== null],
    ['discarded', entry.is_discarded],
    ['cancelled', entry.is_cancelled],
    ['banned', entry.is_miner_banned],
    ['memorises', entry.twins?.state === 'memorises'],
  ];
  return all.filter(([, holds]) => holds).map(([mark]) => mark);
}

function summary(board: LeaderboardWire, { query, race }: Options): string {
  const { entries, total, suite, unique_miners, agents_submitted_24h } = board;
  const where = `suite ${suite.suite_id} (${suite.name}, ${suite.problem_count} problems)`;
  if (total === 0 && query !== undefined) return `No match on ${where}.`;
  if (total === 0) return `No version has a ${race ? 'race score' : 'score'} on ${where} yet.`;
  const shown = entries.length === total ? `${total}` : `${entries.length} of ${total}`;
  return `${shown} on ${where}; ${unique_miners} contestants, ${agents_submitted_24h} submissions in the last day.`;
}

function topText(top: TopWire | null, entries: readonly LeaderboardEntryWire[]): string {
  if (top?.policy == null) return 'There is no champion yet. The winner of the first race becomes champion.';
  const { top_agent_version_id: id, policy } = top;
  const entry = entries.find(({ agent_version_id }) => agent_version_id === id);
  const who = entry === undefined ? String(id) : `${entry.agent_name}, version ${entry.version_number}`;
  const paid = top.emission_weight === null ? '' : `, paid ${percentText(top.emission_weight)}`;
  const need =
    top.challenge_threshold === null
      ? ''
      : ` A challenger needs ${scoreText(top.challenge_threshold)} (a margin of ${scoreText(top.margin)}).`;
  return `Champion: ${who}, score ${scoreText(top.top_score)}, for ${policy.days_as_top.toFixed(1)} days${paid}.${need}`;
}
