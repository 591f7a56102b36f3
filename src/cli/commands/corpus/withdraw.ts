import { Command } from 'commander';
import { withdrawnVersionsSchema } from '../../../board/wire.ts';
import { Fault } from '../../../fault/fault.ts';
import { counted } from '../../../text/counted.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { id } from '../../arena/arguments.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { ownVersionIdOf } from '../../arena/find-id.ts';
import { createTerminal } from '../../output/terminal.ts';

interface Options extends SignedArenaOptions {
  readonly all?: boolean;
  readonly json?: boolean;
}

export function corpusWithdrawCommand(): Command {
  const command = new Command('withdraw')
    .argument('[version]', 'id of the agent version, or its first digits', id)
    .option('--all', 'every version that you have submitted so far');
  return withSignedArenaOptions(command).action(async (version: string | undefined, options: Options) => {
    if ((version === undefined) !== (options.all === true)) {
      throw new Fault('USAGE', {
        message: 'Nothing to withdraw was named.',
        remedy: 'Name one version by its id, or all of yours with --all.',
      });
    }
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const answer = await askArena(arena, {
      method: 'POST',
      path: '/v1/corpus/withdrawals',
      body: { agent_version_id: version === undefined ? null : await ownVersionIdOf(arena, version) },
      answer: withdrawnVersionsSchema,
      signed: true,
      repeatable: true,
    });
    const { withdrawn, already_withdrawn: before } = answer;
    terminal.print(`${counted(withdrawn.length, 'version')} withdrawn: no later release of the corpus has rows of it.`);
    if (before.length > 0) terminal.print(`${counted(before.length, 'version')} had been withdrawn before.`);
    terminal.print('Releases that were already downloaded are not affected.');
    terminal.report(answer);
  });
}
