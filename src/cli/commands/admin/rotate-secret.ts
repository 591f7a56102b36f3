import { join } from 'node:path';
import { Command } from 'commander';
import { rotateSecret } from '../../../server/start.ts';
import { counted } from '../../../text/counted.ts';
import { readArenaConfig } from '../../arena/read-arena-config.ts';
import { path } from '../../options.ts';
import { withGivenOptions } from '../../output/given-options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { dataOption } from '../../shared-options.ts';

interface Options {
  readonly data: string;
  readonly config?: string;
  readonly why: string;
  readonly json?: boolean;
}

export function adminRotateSecretCommand(): Command {
  return new Command('rotate-secret')
    .addOption(
      dataOption('data folder of the arena; DATABASE_URL and ASSAY_SECRET as for the server', join('data', 'arena')),
    )
    .option('--config <file>', 'configuration of the arena; arena.json in its data folder if there is one', path)
    .requiredOption('--why <text>', 'reason, public in the ledger')
    .action(rotate);
}

async function rotate({ data, config, why, json }: Options): Promise<void> {
  const terminal = createTerminal(json === true);
  const rotated = await rotateSecret(
    {
      folder: data,
      config: readArenaConfig({ data, ...(config !== undefined && { config }) }),
      environment: process.env,
    },
    { who: 'operator', reason: why },
  );
  const { keyId, credentials, webhooks, earlierAccepted } = rotated;
  terminal.print(`The secret of the arena is now ${keyId}.`);
  terminal.print(`Re-encrypted: ${both(credentials.resealed, webhooks.resealed)}.`);
  if (credentials.unreadable + webhooks.unreadable > 0) {
    terminal.warn(
      withGivenOptions(
        `Cannot be decrypted, left unchanged: ${both(credentials.unreadable, webhooks.unreadable)}. \`assay admin doctor\` names them.`,
      ),
    );
  }
  terminal.print(
    earlierAccepted
      ? 'Remove the earlier secret from ASSAY_SECRET on every machine and restart the servers, one after the other.'
      : withGivenOptions(
          'Keep a copy of secret.key elsewhere, then start `assay serve`. File URLs issued earlier are rejected.',
        ),
  );
  terminal.report({ key_id: keyId, credentials, webhooks, earlier_accepted: earlierAccepted });
}

function both(credentials: number, webhooks: number): string {
  return `${counted(credentials, 'credential')} and ${counted(webhooks, 'webhook')}`;
}
