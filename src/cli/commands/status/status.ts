import { Argument, Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { openSignedArena, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { ArenaReader } from '../../arena/arena-reader.ts';
import { isAddress, isId, isIdPrefix } from '../../arena/arguments.ts';
import { findVersion } from '../../arena/find-id.ts';
import { findOwn } from '../../arena/find-own.ts';
import { helpParagraph } from '../../output/help-text.ts';
import { createTerminal } from '../../output/terminal.ts';
import { showContestant } from './contestant.ts';
import { showOwnAgents } from './own.ts';
import { showVersion, type VersionOptions } from './version.ts';

type Options = VersionOptions & { readonly json?: boolean };

const HOTKEY_HELP = '--hotkey also takes the address of any contestant, whose public page is shown then.';

export function statusCommand(): Command {
  const command = new Command('status')
    .addArgument(
      new Argument(
        '[version]',
        'id of a version or its first digits, or the address of a contestant (default: your own agents)',
      ),
    )
    .option(
      '--verify-probes [dir]',
      'of a version: recompute follow rates from the evidence of its probe attempts, kept in this folder; exit code 1 if they differ',
    );
  return withSignedArenaOptions(command)
    .addHelpText('after', `\n${helpParagraph(HOTKEY_HELP)}`)
    .action(async (version: string | undefined, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const contestant = [version, options.hotkey].find((each) => each !== undefined && isAddress(each));
      if (contestant !== undefined) return await showContestant(contestant, options, terminal);
      if (version === undefined) return await showOwnAgents(await openSignedArena(options), terminal);
      const reader = new ArenaReader(options, terminal);
      if (isId(version)) return await showVersion(reader, version.toLowerCase(), options, terminal);
      const found = isIdPrefix(version) ? await versionOf(version, reader) : undefined;
      if (found !== undefined) return await showVersion(reader, found, options, terminal);
      throw new Fault('USAGE', {
        message: `"${version}" is neither the id of a version nor the address of a hotkey.`,
        remedy:
          'The first digits of an id are enough. `assay status` lists your own versions, `assay leaderboard` those of all contestants.',
      });
    });
}

async function versionOf(text: string, reader: ArenaReader): Promise<string | undefined> {
  const own = await reader.signedUnasked();
  const found = own && (await findOwn(own, text));
  if (found !== undefined && 'attempt' in found) {
    throw new Fault('USAGE', {
      message: `${text} is the beginning of the id of an attempt.`,
      remedy: `See \`assay explain ${text}\`.`,
    });
  }
  return found?.versionId ?? (await findVersion(reader.open, text));
}
