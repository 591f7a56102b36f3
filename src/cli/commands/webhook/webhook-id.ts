import { adminWebhooksSchema, webhooksSchema } from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { Fault } from '../../../fault/fault.ts';
import { isId, isIdPrefix } from '../../arena/arguments.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { onlyId } from '../../arena/only-id.ts';

const MOST = 500;

/** The id of a webhook of the caller, or with `operator` of any hotkey, from its first digits. */
export async function webhookIdOf(arena: ArenaClient, text: string, operator: boolean): Promise<string> {
  if (isId(text)) return text.toLowerCase();
  if (!isIdPrefix(text)) {
    throw new Fault('USAGE', {
      message: `“${text}” cannot be the beginning of an id.`,
      remedy: 'Give at least its first four digits.',
    });
  }
  const { webhooks } = operator
    ? await askArena(arena, {
        path: '/v1/admin/webhooks',
        query: { limit: MOST },
        signed: true,
        answer: adminWebhooksSchema,
      })
    : await askArena(arena, { path: '/v1/webhooks', signed: true, answer: webhooksSchema });
  const ids = webhooks.map(({ webhook_id }) => webhook_id).filter((id) => id.startsWith(text.toLowerCase()));
  const id = onlyId(ids, text);
  if (id !== undefined) return id;
  throw new Fault('USAGE', {
    message: `No webhook has an id that begins with ${text}.`,
    remedy: `\`assay webhook list${operator ? ' --operator' : ''}\` lists them.`,
  });
}
