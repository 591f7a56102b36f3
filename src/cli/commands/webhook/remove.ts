import { Command, Option } from 'commander';
import { z } from 'zod';
import { Fault } from '../../../fault/fault.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { createTerminal } from '../../output/terminal.ts';
import { webhookIdOf } from './webhook-id.ts';

type Options = SignedArenaOptions & {
  readonly json?: boolean;
  readonly operator?: boolean;
  readonly why?: string;
};

export function webhookRemoveCommand(): Command {
  const command = new Command('remove')
    .argument('<id>', 'id of the webhook, or its first digits')
    .addOption(new Option('--operator', 'as operator: remove a webhook of any hotkey; recorded in the ledger'))
    .option('--why <text>', 'reason, with --operator; public');
  return withSignedArenaOptions(command).action(async (text: string, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const { operator, why } = options;
    if (operator === true && why === undefined) {
      throw new Fault('USAGE', {
        message: 'Removing the webhook of a contestant needs a reason.',
        remedy: 'Add --why. It is public in the ledger.',
      });
    }
    const arena = await openSignedArena(options);
    const id = await webhookIdOf(arena, text, options.operator === true);
    const named = encodeURIComponent(id);
    await (operator === true
      ? askArena(arena, {
          method: 'POST',
          path: `/v1/admin/webhooks/${named}/remove`,
          body: { reason: why },
          signed: true,
          answer: z.object({ webhook_id: z.string() }),
        })
      : askArena(arena, { method: 'DELETE', path: `/v1/webhooks/${named}`, signed: true, answer: z.undefined() }));
    terminal.print(`Webhook ${id} removed.`);
    terminal.report({ webhook_id: id, removed: true });
  });
}
