import { Argument, Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { openSignedArena, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { isAddress, isId } from '../../arena/arguments.ts';
import { findOwn, isIdPrefix } from '../../arena/find-own.ts';
import { createTerminal } from '../../output/terminal.ts';
import { showContestant } from './contestant.ts';
import { showOwnAgents } from './own.ts';
import { showVersion, type VersionOptions } from './version.ts';

type Options = VersionOptions & { readonly json?: boolean };

export function statusCommand(): Command {
  const command = new Command('status')
    .addArgument(
      new Argument(
        '[version]',
        'id of a version, the first digits of the id of one of yours, or the address of a contestant (default: your own agents)',
      ),
    )
    .option(
      '--verify-probes [dir]',
      'of a version: recompute follow rates from the evidence of its probe attempts, kept in this folder; exit code 1 if they differ',
    );
  return withSignedArenaOptions(command)
    .addHelpText('after', '\n--hotkey also takes the address of any contestant, whose public page is shown then.')
    .action(async (version: string | undefined, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const contestant = [version, options.hotkey].find((each) => each !== undefined && isAddress(each));
      if (contestant !== undefined) return await showContestant(contestant, options, terminal);
      if (version === undefined) return await showOwnAgents(await openSignedArena(options), terminal);
      if (isId(version)) return await showVersion(version.toLowerCase(), options, terminal);
      const found = isIdPrefix(version) ? await findOwn(await openSignedArena(options), version) : undefined;
      if (found !== undefined && 'versionId' in found) return await showVersion(found.versionId, options, terminal);
      if (found !== undefined) {
        throw new Fault('USAGE', {
          message: `${version} is the beginning of the id of an attempt.`,
          remedy: `See \`assay explain ${version}\`.`,
        });
      }
      throw new Fault('USAGE', {
        message: `"${version}" is neither the id of a version nor the address of a hotkey.`,
        remedy:
          'The first digits of an id are enough for your own versions. `assay status` lists them, `assay leaderboard --json` lists those of all contestants.',
      });
    });
}
