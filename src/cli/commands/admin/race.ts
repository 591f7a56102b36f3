import { Command } from 'commander';
import { z } from 'zod';
import { adminRacesSchema, type RaceDiagnosticsWire, raceDiagnosticsSchema } from '../../../board/wire.ts';
import { Fault } from '../../../fault/fault.ts';
import { type AdminOptions, act, type ReasonOptions, withReason } from '../../arena/admin-act.ts';
import { openSignedArena, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { raceIdOf } from '../../arena/race-id.ts';
import { scoreText } from '../../output/format-score.ts';
import { timestampText } from '../../output/format-time.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';

const closedSchema = z.object({ race_id: z.string(), new_closes_at: z.string(), status: z.string() });
const cancelledSchema = z.object({ race_id: z.string(), race_number: z.int() });

export function adminRaceCommand(): Command {
  return new Command('race')
    .helpCommand(false)
    .addCommand(closeCommand())
    .addCommand(cancelCommand())
    .addCommand(inspectCommand());
}

function closeCommand(): Command {
  const command = new Command('close').description('close qualifying now; the race follows');
  return withSignedArenaOptions(command).action((options: AdminOptions) => {
    const question = { path: '/v1/admin/races/close-qualifying', answer: closedSchema };
    return act(options, question, () => 'Qualifying is closed; the race begins within seconds. See `assay race`.');
  });
}

function cancelCommand(): Command {
  const command = new Command('cancel').description('cancel the race; its scores are never shown');
  return withReason(command).action((options: ReasonOptions) => {
    const question = { path: '/v1/admin/races/cancel', body: { reason: options.why }, answer: cancelledSchema };
    return act(options, question, ({ race_number }) => `Race ${race_number} is cancelled. The next qualifying opens.`);
  });
}

function inspectCommand(): Command {
  const command = new Command('inspect')
    .description('show the runs and scores of a race so far, before they are public')
    .argument('[race]', 'number or id of the race, or the first digits of its id (default: the current one)');
  return withSignedArenaOptions(command).action(async (race: string | undefined, options: AdminOptions) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const raceId = race === undefined ? await currentRace(arena) : await raceIdOf(arena, race);
    const path = `/v1/admin/races/${raceId}/diagnostics`;
    const inside = await askArena(arena, { path, answer: raceDiagnosticsSchema, signed: true });
    const { race_number, state, scored_count, qualifiers, problem_count, qualifying_closes_at } = inside;
    terminal.print(`Race ${race_number}: ${state}, closes or closed ${timestampText(qualifying_closes_at)}.`);
    terminal.print(`${scored_count} of ${qualifiers.length} scored on ${problem_count} problems.`);
    if (qualifiers.length > 0) terminal.print(`\n${racerTable(inside)}`);
    terminal.report(inside);
  });
}

async function currentRace(arena: Parameters<typeof askArena>[0]): Promise<string> {
  const { races } = await askArena(arena, { path: '/v1/admin/races/current', answer: adminRacesSchema, signed: true });
  if (races[0] !== undefined) return races[0].race_id;
  throw new Fault('RACE_NOT_FOUND', { message: 'No race is open or under way.', remedy: 'Name one by its id.' });
}

function racerTable({ qualifiers, work_items }: RaceDiagnosticsWire): string {
  const rows = qualifiers.map((racer) => {
    const item = work_items.find(({ agent_version_id }) => agent_version_id === racer.agent_version_id);
    return [
      racer.agent_name,
      racer.version_number,
      racer.qualification_type,
      scoreText(racer.qualifying_score),
      scoreText(racer.race_score),
      item === undefined ? '–' : `${item.included_success_count} of ${item.required_successes}`,
      item?.active_count ?? 0,
      item?.failed_count ?? 0,
      item?.close_reason ?? '',
    ];
  });
  return table(['agent', 'version', 'as', 'qualifying', 'race', 'runs', 'active', 'failed', 'closed'], rows);
}
