import { Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { parseSecret, type Secret } from '../../../identity/wallet.ts';
import { path, wholeNumber } from '../../options.ts';
import { withHotkeyOptions } from '../../wallet/hotkey-options.ts';
import { type KeepOptions, keepSecret } from '../../wallet/keep-secret.ts';
import { sourceOf, unlockSeedFile, withPassphraseOptions } from '../../wallet/passphrase.ts';
import { readSecret } from '../../wallet/secret.ts';

interface Options extends KeepOptions {
  readonly file?: string;
  readonly fileEnv?: string;
  readonly seedFd?: number;
  readonly seedEnv?: string;
}

export function walletImportCommand(): Command {
  const command = new Command('import')
    .option('--file <file>', 'key file to import; without it you are asked for a seed or a phrase', path)
    .option('--file-env <name>', 'environment variable with the passphrase of that file')
    .option(
      '--seed-fd <n>',
      'read the seed, 64 hexadecimal digits, or the phrase, 12 to 24 words, from this open file descriptor',
      wholeNumber(0, 1023),
    )
    .option('--seed-env <name>', 'environment variable with the seed or the phrase');
  return withPassphraseOptions(withHotkeyOptions(command))
    .option('--unencrypted', 'store it without a passphrase')
    .action((options: Options) => keepSecret(() => importedSecret(options), options));
}

async function importedSecret({ file, fileEnv, seedFd, seedEnv, passphraseFd }: Options): Promise<Secret> {
  if (file !== undefined && (seedFd !== undefined || seedEnv !== undefined)) {
    throw new Fault('USAGE', { message: 'Give a key file or a seed, not both.' });
  }
  if (seedFd !== undefined && seedFd === passphraseFd) {
    throw new Fault('USAGE', { message: 'The seed and the passphrase cannot come from the same descriptor.' });
  }
  if (file !== undefined) {
    const seed = await unlockSeedFile(file, fileEnv === undefined ? {} : { passphraseEnv: fileEnv });
    if (seed !== undefined) return { seed };
    throw new Fault('FILE_NOT_FOUND', { message: `There is no file ${file}.`, remedy: 'Check the path.' });
  }
  const options = '--file, --seed-fd or --seed-env';
  const secret = parseSecret(await readSecret('seed or phrase', sourceOf(seedFd, seedEnv), options));
  if (secret.ok) return secret;
  const remedy = secret.remedy === undefined ? {} : { remedy: secret.remedy };
  throw new Fault('INPUT_INVALID', { message: `What was given as the seed or phrase ${secret.reason}.`, ...remedy });
}
