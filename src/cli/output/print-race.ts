import type { QualifierWire, RaceWire } from '../../board/wire.ts';
import { shortHotkey } from './format-hotkey.ts';
import { oneLine } from './format-line.ts';
import { qualifyingText, scoreText } from './format-score.ts';
import { timestampText, whenText } from './format-time.ts';
import { shortIds } from './short-ids.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** State and racers of a race. Scores are hidden while it runs. */
export function printRace(race: RaceWire, racers: readonly QualifierWire[], now: number, terminal: Terminal): void {
  terminal.print(`Race ${race.race_number} on suite ${race.suite_id}: ${standing(race, now)}`);
  if (race.reason !== null) terminal.print(`  why  ${oneLine(race.reason)}`);
  if (race.qualifying_threshold !== null) terminal.print(`  to qualify: ${qualifyingText(race.qualifying_threshold)}`);
  if (race.draw_commitment !== null) terminal.print(`  the draw is committed as ${oneLine(race.draw_commitment)}`);
  terminal.print();
  const open = race.state === 'qualifying_open';
  if (racers.length === 0) {
    terminal.print(open ? 'No version would qualify if it closed now.\n' : 'It had no racers.\n');
    return;
  }
  if (open) terminal.print(`If it closed now, ${race.qualifier_count} would race:\n`);
  terminal.print(`${racerTable(racers)}\n`);
  const left = race.qualifier_count - racers.length;
  if (left > 0) terminal.print(`… and ${left} more.\n`);
}

function standing(race: RaceWire, now: number): string {
  switch (race.state) {
    case 'qualifying_open':
      return `qualifying is open and closes ${whenText(race.qualifying_closes_at, now)}.`;
    case 'qualifying_closed':
      return 'qualifying is closed; the problems are about to be drawn.';
    case 'race_running': {
      const end = race.projected_completion_at;
      const until = end === null ? '' : `, expected to end ${whenText(end, now)}`;
      return `running, ${race.scored_count} of ${race.qualifier_count} scored${until}. Scores are hidden until it is over.`;
    }
    case 'race_complete':
      return 'over; the champion is being decided.';
    case 'promoted':
      return `over since ${timestampText(race.race_completed_at ?? race.qualifying_closes_at)}.`;
    case 'uncontested':
      return 'cancelled: too few racers.';
    case 'cancelled':
      return 'cancelled; its scores are never shown.';
  }
}

function racerTable(racers: readonly QualifierWire[]): string {
  const weighted = racers.some(({ agency }) => agency?.is_applied);
  const short = shortIds(racers.map((racer) => racer.agent_version_id));
  const rows = racers.map((racer) => [
    racer.race_rank ?? '–',
    short(racer.agent_version_id),
    racer.agent_name,
    racer.version_number,
    shortHotkey(racer.miner_hotkey),
    scoreText(racer.qualifying_score),
    scoreText(racer.race_score),
    ...(weighted ? [scoreText(racer.agency?.score_without ?? null)] : []),
    racer.qualification_type === 'INCUMBENT' ? 'incumbent' : 'challenger',
    racer.is_discarded ? 'discarded' : racer.eliminated_at === null ? '' : 'eliminated',
  ]);
  const without = weighted ? ['before agency factor'] : [];
  return table(['rank', 'id', 'agent', 'version', 'contestant', 'qualifying', 'race', ...without, 'as', ''], rows);
}
