import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { SEED_BYTES } from '../../identity/hotkey.ts';
import { type KeepOptions, keepSeed } from './wallet-keep.ts';
import { withPassphraseOptions } from './wallet-passphrase.ts';
import { withPlaceOptions } from './wallet-place.ts';

export function walletNewCommand(): Command {
  const command = new Command('new').description('make a hotkey');
  return withPassphraseOptions(withPlaceOptions(command))
    .option('--unencrypted', "no passphrase: for machines that sign alone, and for Bittensor's tools")
    .action((options: KeepOptions) => keepSeed(async () => randomBytes(SEED_BYTES), options));
}
