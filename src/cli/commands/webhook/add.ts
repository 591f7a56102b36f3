import { Command, Option } from 'commander';
import { NOTICE_KINDS } from '../../../arena/browser.ts';
import { addedWebhookSchema } from '../../../board/wire.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { oneLine } from '../../output/format-line.ts';
import { withGivenOptions } from '../../output/given-options.ts';
import { createTerminal } from '../../output/terminal.ts';

type Options = SignedArenaOptions & {
  readonly json?: boolean;
  readonly events: readonly string[];
  readonly operator?: boolean;
};

export function webhookAddCommand(): Command {
  const command = new Command('add')
    .argument('<url>', 'https address that deliveries are posted to')
    .option(
      '--events <kinds>',
      `events to be notified of, separated by commas: ${NOTICE_KINDS.join(', ')}`,
      separated,
      [...NOTICE_KINDS],
    )
    .addOption(new Option('--operator', 'as operator: notifications about every contestant'));
  return withSignedArenaOptions(command).action(async (url: string, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const path = options.operator === true ? '/v1/admin/webhooks' : '/v1/webhooks';
    const body = { url, events: options.events };
    const added = await askArena(arena, { method: 'POST', path, body, signed: true, answer: addedWebhookSchema });
    terminal.print(oneLine(`Webhook ${added.webhook_id} added: ${added.url}`));
    terminal.print(`Signing secret, shown once: ${added.secret}`);
    terminal.print(
      withGivenOptions(
        `Test it with \`assay webhook test ${added.webhook_id}\`. docs/webhooks.md shows how to verify deliveries.`,
      ),
    );
    terminal.report(added);
  });
}

function separated(text: string): readonly string[] {
  return text.split(',').map((word) => word.trim());
}
