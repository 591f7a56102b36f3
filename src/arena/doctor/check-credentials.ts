import type { Arena } from '../arena.ts';
import { countCredentials } from '../credentials/reseal-credentials.ts';
import { countWebhooks } from '../webhooks/stored-webhook.ts';
import type { CheckResult } from './finding.ts';

const UNREADABLE = 'No secret of this arena decrypts it: it was encrypted with another one, or was changed.';
const RESTORE = 'Restore the secret that it was encrypted with. If that is lost,';

/** Checks that every stored credential and webhook opens with the arena's secret. */
export async function checkCredentials({ database, secret }: Pick<Arena, 'database' | 'secret'>): Promise<CheckResult> {
  const credentials = await countCredentials(database.reader, secret);
  const webhooks = await countWebhooks(database.reader, secret);
  return {
    examined: [credentials, webhooks].reduce(
      (sum, { current, earlier, unreadable }) => sum + current + earlier + unreadable.length,
      0,
    ),
    findings: [
      ...credentials.unreadable.map(({ hotkey, provider }) => ({
        subject: `credential of ${hotkey} for ${provider}`,
        what: UNREADABLE,
        fault: 'operator' as const,
        action: `${RESTORE} the contestant must connect again: \`assay connect\`.`,
      })),
      ...webhooks.unreadable.map(({ webhook_id, hotkey }) => ({
        subject: `webhook ${webhook_id} of ${hotkey}`,
        what: UNREADABLE,
        fault: 'operator' as const,
        action: `${RESTORE} its owner must remove it and add it again: \`assay webhook add\`.`,
      })),
      ...unfinished('credentials', credentials),
      ...unfinished('webhooks', webhooks),
    ],
  };
}

function unfinished(what: string, { current, earlier }: { readonly current: number; readonly earlier: number }) {
  if (earlier === 0) return [];
  return [
    {
      subject: 'secret',
      what: `${earlier} of ${current + earlier} ${what} are encrypted with an earlier secret: a rotation is not finished.`,
      fault: 'operator' as const,
      action: '`assay admin rotate-secret` encrypts them with the current one.',
    },
  ];
}
