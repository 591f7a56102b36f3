import { Command } from 'commander';
import { Fault } from '../../fault/fault.ts';
import { parseSecret } from '../../identity/wallet/parse-secret.ts';
import { path, wholeNumber } from '../options.ts';
import { type KeepOptions, keepSeed } from './wallet-keep.ts';
import { sourceOf, unlockSeedFile, withPassphraseOptions } from './wallet-passphrase.ts';
import { withPlaceOptions } from './wallet-place.ts';
import { readSecret } from './wallet-secret.ts';

interface Options extends KeepOptions {
  readonly file?: string;
  readonly fileEnv?: string;
  readonly seedFd?: number;
  readonly seedEnv?: string;
}

export function walletImportCommand(): Command {
  const command = new Command('import')
    .description('keep a hotkey that was made elsewhere: its seed, or a key file of Bittensor or of ours')
    .option('--file <file>', 'key file to import; asked for a seed otherwise', path)
    .option('--file-env <name>', 'environment variable with the passphrase of that file')
    .option(
      '--seed-fd <n>',
      'read the seed, 64 hexadecimal digits, from this open file descriptor',
      wholeNumber(0, 1023),
    )
    .option('--seed-env <name>', 'read the seed from the environment variable of this name');
  return withPassphraseOptions(withPlaceOptions(command))
    .option('--unencrypted', 'keep it without a passphrase')
    .action((options: Options) => keepSeed(() => importedSeed(options), options));
}

async function importedSeed({ file, fileEnv, seedFd, seedEnv, passphraseFd }: Options): Promise<Uint8Array> {
  if (file !== undefined && (seedFd !== undefined || seedEnv !== undefined)) {
    throw new Fault('USAGE', { message: 'Give a key file or a seed, not both.' });
  }
  if (seedFd !== undefined && seedFd === passphraseFd) {
    throw new Fault('USAGE', { message: 'The seed and the passphrase cannot come from the same descriptor.' });
  }
  if (file !== undefined) {
    const seed = await unlockSeedFile(file, fileEnv === undefined ? {} : { passphraseEnv: fileEnv });
    if (seed !== undefined) return seed;
    throw new Fault('FILE_NOT_FOUND', { message: `There is no file ${file}.`, remedy: 'Check the path.' });
  }
  const secret = parseSecret(await readSecret('seed', sourceOf(seedFd, seedEnv), '--file, --seed-fd or --seed-env'));
  if (secret.ok) return secret.seed;
  const remedy = secret.remedy === undefined ? {} : { remedy: secret.remedy };
  throw new Fault('INPUT_INVALID', { message: `What was given as the seed ${secret.reason}.`, ...remedy });
}
