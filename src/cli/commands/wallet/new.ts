import { randomBytes } from 'node:crypto';
import { Command, Option } from 'commander';
import { SEED_BYTES } from '../../../identity/hotkey.ts';
import { newPhrase, type PhraseLength } from '../../../identity/wallet.ts';
import { withHotkeyOptions } from '../../wallet/hotkey-options.ts';
import { type KeepOptions, keepSecret, type NewSecret } from '../../wallet/keep-secret.ts';
import { withPassphraseOptions } from '../../wallet/passphrase.ts';

interface Options extends KeepOptions {
  readonly words?: '12' | '24';
}

export function walletNewCommand(): Command {
  const command = new Command('new');
  return withPassphraseOptions(withHotkeyOptions(command))
    .option('--unencrypted', "no passphrase: for machines that sign unattended, and for Bittensor's tools")
    .addOption(
      new Option(
        '--words <count>',
        'create a recovery phrase of this many words; it is shown once, so write it down',
      ).choices(['12', '24']),
    )
    .action((options: Options) => keepSecret(async () => newSecret(options), options));
}

function newSecret({ words }: Options): NewSecret {
  if (words === undefined) return { seed: randomBytes(SEED_BYTES) };
  return { ...newPhrase(Number(words) as PhraseLength), show: true };
}
