import { type HotkeyPageWire, hotkeyPageSchema } from '../../../board/wire.ts';
import { type ArenaOptions, openArena } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { oneLine } from '../../output/format-line.ts';
import { scoreText } from '../../output/format-score.ts';
import { timestampText } from '../../output/format-time.ts';
import { shortIds } from '../../output/short-ids.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';

const SHOWN = 50;

/** Prints the public data about a contestant. */
export async function showContestant(address: string, options: ArenaOptions, terminal: Terminal): Promise<void> {
  const path = `/v1/public/hotkeys/${address}`;
  const page = await askArena(openArena(options), { path, query: { limit: SHOWN }, answer: hotkeyPageSchema });
  terminal.print(oneLine(introduction(page)));
  if (page.is_banned) terminal.print(`Banned: ${oneLine(page.ban_reason ?? 'no reason was given')}`);
  if (page.versions.length > 0) terminal.print(`\n${versionTable(page.versions)}`);
  if (page.totals.versions > page.versions.length) {
    terminal.print(`… and ${page.totals.versions - page.versions.length} older versions.`);
  }
  if (page.races.length > 0) terminal.print(`\n${raceTable(page.races)}`);
  if (page.reigns.length > 0) terminal.print(`\n${reignTable(page.reigns)}`);
  terminal.report(page);
}

function introduction({ hotkey, first_seen_at, totals }: HotkeyPageWire): string {
  const { agents, versions, races, reigns } = totals;
  return `${hotkey}, here since ${timestampText(first_seen_at)}: agents ${agents}, versions ${versions}, races ${races}, times champion ${reigns}.`;
}

function versionTable(versions: HotkeyPageWire['versions']): string {
  const short = shortIds(versions.map((version) => version.agent_version_id));
  const rows = versions.map((version) => [
    short(version.agent_version_id),
    version.agent_name,
    version.version_number,
    version.state,
    version.phase,
    scoreText(version.final_score),
    scoreText(version.race_score),
    timestampText(version.submitted_at),
  ]);
  return table(['version', 'agent', 'number', 'state', 'phase', 'score', 'race', 'submitted'], rows);
}

function raceTable(races: HotkeyPageWire['races']): string {
  const short = shortIds(races.map((race) => race.agent_version_id));
  const rows = races.map((race) => [
    race.race_number,
    race.status,
    short(race.agent_version_id),
    race.qualification_type,
    scoreText(race.qualifying_score),
    scoreText(race.race_score),
    race.race_rank ?? '–',
  ]);
  return table(['race', 'status', 'version', 'as', 'qualifying', 'race score', 'rank'], rows);
}

function reignTable(reigns: HotkeyPageWire['reigns']): string {
  const short = shortIds(reigns.map((reign) => reign.agent_version_id));
  const rows = reigns.map((reign) => [
    reign.reign,
    short(reign.agent_version_id),
    scoreText(reign.score),
    timestampText(reign.crowned_at),
    reign.ended_at === null ? 'current' : timestampText(reign.ended_at),
  ]);
  return table(['reign', 'version', 'score', 'champion from', 'until'], rows);
}
