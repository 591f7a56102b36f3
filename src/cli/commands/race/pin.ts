import { Command } from 'commander';
import { z } from 'zod';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { id } from '../../arena/arguments.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { ownVersionIdOf } from '../../arena/find-id.ts';
import { withGivenOptions } from '../../output/given-options.ts';
import { createTerminal } from '../../output/terminal.ts';

type Options = SignedArenaOptions & { readonly json?: boolean };

const SELECTION = '/v1/miner/race-selection';

export function racePinCommand(): Command {
  const command = new Command('pin').argument('<version>', 'id of the version, or its first digits', id);
  return withSignedArenaOptions(command).action(async (text: string, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const version = await ownVersionIdOf(arena, text);
    const request = { method: 'PUT', path: SELECTION, body: { agent_version_id: version } } as const;
    await askArena(arena, { ...request, answer: z.undefined(), signed: true, repeatable: true });
    terminal.print(
      withGivenOptions(
        `${version} races for you as long as it qualifies. \`assay race unpin\` returns to your best-scoring version.`,
      ),
    );
    terminal.report({ pinned: version });
  });
}

export function raceUnpinCommand(): Command {
  const command = new Command('unpin');
  return withSignedArenaOptions(command).action(async (options: Options) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    await askArena(arena, { method: 'DELETE', path: SELECTION, answer: z.undefined(), signed: true });
    terminal.print('No version is pinned: your version with the best score races.');
    terminal.report({ pinned: null });
  });
}
