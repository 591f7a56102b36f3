import { randomBytes } from 'node:crypto';
import { Command, Option } from 'commander';
import { SEED_BYTES } from '../../../identity/hotkey.ts';
import { newPhrase, type PhraseLength } from '../../../identity/wallet.ts';
import { type KeepOptions, keepSecret, type NewSecret } from '../../wallet/keep-secret.ts';
import { withPassphraseOptions } from '../../wallet/passphrase.ts';
import { withPlaceOptions } from '../../wallet/wallet-place.ts';

interface Options extends KeepOptions {
  readonly words?: '12' | '24';
}

export function walletNewCommand(): Command {
  const command = new Command('new');
  return withPassphraseOptions(withPlaceOptions(command))
    .option('--unencrypted', "no passphrase: for machines that sign alone, and for Bittensor's tools")
    .addOption(
      new Option('--words <count>', 'from a phrase of so many words, shown once, to be written down').choices([
        '12',
        '24',
      ]),
    )
    .action((options: Options) => keepSecret(async () => newSecret(options), options));
}

function newSecret({ words }: Options): NewSecret {
  if (words === undefined) return { seed: randomBytes(SEED_BYTES) };
  return { ...newPhrase(Number(words) as PhraseLength), show: true };
}
