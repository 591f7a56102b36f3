import { Command, Option } from 'commander';
import { adminWebhooksSchema, webhooksSchema } from '../../../board/wire.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { oneLine } from '../../output/format-line.ts';
import { timestampText } from '../../output/format-time.ts';
import { withGivenOptions } from '../../output/given-options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';

type Options = SignedArenaOptions & { readonly json?: boolean; readonly operator?: boolean };

const MOST = 500;

export function webhookListCommand(): Command {
  const command = new Command('list').addOption(
    new Option('--operator', 'as operator: webhooks of all hotkeys, without their addresses'),
  );
  return withSignedArenaOptions(command).action(async (options: Options) => {
    if (options.operator === true) await listAll(options);
    else await listOwn(options);
  });
}

async function listOwn(options: Options): Promise<void> {
  const terminal = createTerminal(options.json === true);
  const arena = await openSignedArena(options);
  const answer = await askArena(arena, { path: '/v1/webhooks', signed: true, answer: webhooksSchema });
  terminal.report(answer);
  if (answer.webhooks.length === 0)
    terminal.print(withGivenOptions('This hotkey has no webhooks. Add one with `assay webhook add URL`.'));
  for (const { webhook_id, url, events, disabled_at, dropped, deliveries } of answer.webhooks) {
    const state = disabled_at === null ? 'active' : `disabled since ${timestampText(disabled_at)}: add it again`;
    terminal.print(oneLine(`${webhook_id}  ${url}`));
    terminal.print(`  ${state}; ${events.join(', ')}${dropped > 0 ? `; ${dropped} notices dropped` : ''}`);
    if (deliveries.length === 0) continue;
    const rows = deliveries.map(({ event, status, attempts, response, created_at }) => [
      timestampText(created_at),
      event,
      status,
      attempts,
      response ?? '–',
    ]);
    terminal.print(table(['delivery', 'event', 'status', 'attempts', 'answer'], rows));
  }
}

async function listAll(options: Options): Promise<void> {
  const terminal = createTerminal(options.json === true);
  const arena = await openSignedArena(options);
  const query = { limit: MOST };
  const answer = await askArena(arena, {
    path: '/v1/admin/webhooks',
    query,
    signed: true,
    answer: adminWebhooksSchema,
  });
  terminal.report(answer);
  if (answer.webhooks.length === 0) return terminal.print('There are no webhooks.');
  const rows = answer.webhooks.map(({ webhook_id, hotkey, scope, host, pending, failed_in_a_row, disabled_at }) => [
    webhook_id,
    hotkey,
    scope,
    host,
    pending,
    failed_in_a_row,
    disabled_at === null ? 'active' : 'disabled',
  ]);
  terminal.print(table(['webhook', 'hotkey', 'scope', 'host', 'pending', 'failed in a row', 'state'], rows));
  if (answer.total > answer.webhooks.length) terminal.print(`The first ${answer.webhooks.length} of ${answer.total}.`);
}
