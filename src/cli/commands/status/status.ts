import { Argument, Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { isAddress, isId } from '../../arena/arguments.ts';
import { createTerminal } from '../../output/terminal.ts';
import { showContestant } from './contestant.ts';
import { showOwnAgents } from './own.ts';
import { showVersion } from './version.ts';

type Options = SignedArenaOptions & { readonly json?: boolean };

export function statusCommand(): Command {
  const command = new Command('status').addArgument(
    new Argument('[version]', 'id of a version, or the address of a contestant; your own agents otherwise'),
  );
  return withSignedArenaOptions(command)
    .addHelpText('after', '\n--hotkey also takes the address of any contestant, whose public page is shown then.')
    .action(async (version: string | undefined, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const contestant = [version, options.hotkey].find((each) => each !== undefined && isAddress(each));
      if (contestant !== undefined) return await showContestant(contestant, options, terminal);
      if (version === undefined) return await showOwnAgents(await openSignedArena(options), terminal);
      if (isId(version)) return await showVersion(version.toLowerCase(), options, terminal);
      throw new Fault('USAGE', {
        message: `"${version}" is neither the id of a version nor the address of a hotkey.`,
        remedy: '`assay status` lists your versions with their ids, `assay leaderboard --json` everybody’s.',
      });
    });
}
