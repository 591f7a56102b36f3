import { Argument, Command } from 'commander';
import { stopSchema } from '../../../board/wire.ts';
import {
  type AdminOptions,
  act,
  type OptionalReasonOptions,
  type ReasonOptions,
  withOptionalReason,
  withReason,
} from '../../arena/admin-act.ts';
import { openSignedArena, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { timestamp } from '../../arena/arguments.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { shortHotkey } from '../../output/format-hotkey.ts';
import { timestampText } from '../../output/format-time.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';

type What = 'claims' | 'submissions';

/** The API names each stop after the role that it stops. */
const PATHS: Readonly<Record<What, string>> = { claims: '/v1/admin/validator', submissions: '/v1/admin/submission' };

function whatArgument(): Argument {
  return new Argument('<what>', 'claims: assigning runs to validators; submissions: accepting agents').choices([
    'claims',
    'submissions',
  ]);
}

export function adminStopCommand(): Command {
  const command = new Command('stop')
    .addArgument(whatArgument())
    .option('--until <timestamp>', 'when the stop ends (default: with `assay admin release`)', timestamp);
  return withReason(command).action((what: What, options: ReasonOptions & { readonly until?: string }) => {
    const body = { reason: options.why, auto_release_at: options.until ?? null };
    const question = { path: `${PATHS[what]}-pause`, body, answer: stopSchema };
    return act(options, question, ({ auto_release_at: until }) =>
      until === null
        ? `The arena accepts no more ${what} until \`assay admin release ${what}\`.`
        : `The arena accepts no more ${what} until ${timestampText(until)}.`,
    );
  });
}

export function adminReleaseCommand(): Command {
  const command = new Command('release').addArgument(whatArgument());
  return withOptionalReason(command).action((what: What, options: OptionalReasonOptions) => {
    const question = { path: `${PATHS[what]}-resume`, body: { reason: options.why }, answer: stopSchema };
    return act(options, question, () => `The arena accepts ${what} again.`);
  });
}

export function adminStopsCommand(): Command {
  const command = new Command('stops');
  return withSignedArenaOptions(command).action(async (options: AdminOptions) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const ask = (what: What) => askArena(arena, { path: `${PATHS[what]}-pause`, answer: stopSchema, signed: true });
    const stops = { claims: await ask('claims'), submissions: await ask('submissions') };
    const rows = Object.entries(stops).map(([what, stop]) => [
      what,
      stop.active ? 'stopped' : 'open',
      stop.reason ?? '',
      stop.paused_by === null ? '' : shortHotkey(stop.paused_by),
      stop.paused_at === null ? '' : timestampText(stop.paused_at),
      stop.auto_release_at === null ? '' : timestampText(stop.auto_release_at),
    ]);
    terminal.print(table(['what', '', 'why', 'by', 'since', 'until'], rows));
    terminal.report(stops);
  });
}
