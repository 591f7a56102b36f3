import { Command } from 'commander';
import { z } from 'zod';
import type { ArenaClient } from '../../../../client/arena-client.ts';
import type { AdminOptions } from '../../../arena/admin-act.ts';
import { openSignedArena, withSignedArenaOptions } from '../../../arena/arena-connection.ts';
import { askArena } from '../../../arena/ask-arena.ts';
import { wholeNumber } from '../../../options.ts';
import { createTerminal } from '../../../output/terminal.ts';

const activatedSchema = z.object({ suite_id: z.int(), is_active: z.boolean(), requeued_versions: z.int() });

export type ActivatedSuite = z.output<typeof activatedSchema>;

export function adminSuiteActivateCommand(): Command {
  const command = withRequeue(
    new Command('activate')
      .description('make a suite the active one')
      .argument('<suite>', 'number of the suite', wholeNumber(1, 2 ** 31 - 1)),
  );
  return withSignedArenaOptions(command).action(
    async (suite: number, options: AdminOptions & { readonly requeueTop: number }) => {
      const terminal = createTerminal(options.json === true);
      const activated = await activateSuite(await openSignedArena(options), suite, options.requeueTop);
      terminal.print(activationText(activated));
      terminal.report(activated);
    },
  );
}

export function withRequeue(command: Command): Command {
  return command.option(
    '--requeue-top <n>',
    'queue the best n versions of the previous suite on it',
    wholeNumber(0, 1_000),
    0,
  );
}

export async function activateSuite(arena: ArenaClient, suite: number, requeueTop: number): Promise<ActivatedSuite> {
  const path = `/v1/admin/suites/${suite}/activate`;
  const query = { requeue_top_n: requeueTop };
  return await askArena(arena, { method: 'POST', path, query, answer: activatedSchema, signed: true });
}

export function activationText({ suite_id, requeued_versions }: ActivatedSuite): string {
  const queued = requeued_versions === 0 ? '' : ` ${requeued_versions} versions are queued on it.`;
  return `Suite ${suite_id} is now active.${queued}`;
}
