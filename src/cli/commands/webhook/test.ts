import { Command, Option } from 'commander';
import { testedWebhookSchema } from '../../../board/wire.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { createTerminal } from '../../output/terminal.ts';
import { webhookIdOf } from './webhook-id.ts';

type Options = SignedArenaOptions & { readonly json?: boolean; readonly operator?: boolean };

export function webhookTestCommand(): Command {
  const command = new Command('test')
    .argument('<id>', 'id of the webhook, or its first digits')
    .addOption(new Option('--operator', 'as operator: a webhook for the whole arena'));
  return withSignedArenaOptions(command).action(async (text: string, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const id = await webhookIdOf(arena, text, options.operator === true);
    const path = `/v1/${options.operator === true ? 'admin/' : ''}webhooks/${encodeURIComponent(id)}/test`;
    const tested = await askArena(arena, { method: 'POST', path, body: {}, signed: true, answer: testedWebhookSchema });
    terminal.print(tested.delivered ? `Delivered (${tested.response}).` : `Not delivered: ${tested.response}.`);
    terminal.report(tested);
    if (!tested.delivered) process.exitCode = 1;
  });
}
