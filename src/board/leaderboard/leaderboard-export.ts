import type { Arena } from '../../arena/arena.ts';
import type { LeaderboardEntryWire, LeaderboardExportQuery, WholeLeaderboardWire } from '../wire/leaderboard-wire.ts';
import { leaderboard } from './leaderboard.ts';

/** Below the maximum number of parameters of a statement. */
const MOST_ROWS = 10_000;

/**
 * The first ten thousand rows of a query in one read: page by page, the whole ranking would be computed for each page.
 */
export async function wholeLeaderboard(arena: Arena, query: LeaderboardExportQuery): Promise<WholeLeaderboardWire> {
  const page = await leaderboard(arena, { ...query, limit: MOST_ROWS, offset: 0 });
  const { limit: _limit, offset: _offset, next_cursor: _next, ...board } = page;
  return board;
}

type Value = string | number | boolean | null | undefined;

const COLUMNS: readonly (readonly [head: string, value: (entry: LeaderboardEntryWire) => Value])[] = [
  ['rank', ({ rank }) => rank],
  ['agent', ({ agent_name }) => agent_name],
  ['version', ({ version_number }) => version_number],
  ['agent_version_id', ({ agent_version_id }) => agent_version_id],
  ['contestant_name', ({ miner_name }) => miner_name],
  ['contestant_hotkey', ({ miner_hotkey }) => miner_hotkey],
  ['score', ({ final_score }) => final_score],
  ['score_low', ({ score_interval }) => score_interval?.low],
  ['score_high', ({ score_interval }) => score_interval?.high],
  ['race_score', ({ race_score }) => race_score],
  ['race_score_low', ({ race_score_interval }) => race_score_interval?.low],
  ['race_score_high', ({ race_score_interval }) => race_score_interval?.high],
  ['success_rate', ({ success_rate }) => success_rate],
  ['reasoning_coefficient', ({ reasoning_coefficient }) => reasoning_coefficient],
  ['rank_without_judge', ({ rank_without_judge }) => rank_without_judge],
  ['runs', ({ runs }) => runs],
  ['agency', ({ agency_label }) => agency_label],
  ['models', ({ models }) => models?.join(' ')],
  ['category_solved', ({ category }) => category?.solved],
  ['category_attempts', ({ category }) => category?.attempts],
  ['is_champion', ({ is_current_top }) => is_current_top],
  ['is_qualified', ({ is_active_qualifier }) => is_active_qualifier],
  ['is_discarded', ({ is_discarded }) => is_discarded],
  ['is_cancelled', ({ is_cancelled }) => is_cancelled],
  ['is_banned', ({ is_miner_banned }) => is_miner_banned],
  ['submitted_at', ({ submitted_at }) => submitted_at],
];

/** CSV as in RFC 4180. */
export function leaderboardCsv(entries: readonly LeaderboardEntryWire[]): string {
  const lines = [
    COLUMNS.map(([head]) => head),
    ...entries.map((entry) => COLUMNS.map(([, value]) => csvField(value(entry)))),
  ];
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('');
}

/** Spreadsheets execute text that begins like a formula, and contestants choose their names. */
const FORMULA = /^[=+\-@\t\r]/;

function csvField(value: Value): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
