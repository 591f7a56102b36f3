import type { Command } from 'commander';
import { Fault } from '../../fault/fault.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import { readHotkeyFile, readSeedFile } from '../../identity/hotkey-file.ts';
import { readKeyDocument } from '../../identity/key-document.ts';
import { readKeyText } from '../../identity/wallet.ts';
import { wholeNumber } from '../options.ts';
import { readSecret } from './secret.ts';

export interface PassphraseOptions {
  readonly passphraseFd?: number;
  readonly passphraseEnv?: string;
}

const OPTIONS = '--passphrase-fd or --passphrase-env';
/** Shorter passphrases can be guessed, however expensive each guess is. */
const MIN_LENGTH = 8;

export function withPassphraseOptions(command: Command): Command {
  return command
    .option('--passphrase-fd <n>', 'read the passphrase from this open file descriptor', wholeNumber(0, 1023))
    .option(
      '--passphrase-env <name>',
      'environment variable with the passphrase; without this or --passphrase-fd you are prompted',
    );
}

/** For an existing key. */
export function existingPassphrase({ passphraseFd, passphraseEnv }: PassphraseOptions): Promise<string> {
  return readSecret('passphrase', sourceOf(passphraseFd, passphraseEnv), OPTIONS);
}

/** For a new key: typed twice, because a typo would make the key unusable. */
export async function newPassphrase(options: PassphraseOptions): Promise<string> {
  const source = sourceOf(options.passphraseFd, options.passphraseEnv);
  const passphrase = await readSecret('new passphrase', source, `${OPTIONS}, or --unencrypted`);
  if (passphrase.length < MIN_LENGTH) {
    throw new Fault('USAGE', { message: `The passphrase is shorter than ${MIN_LENGTH} characters; no key was made.` });
  }
  if (Object.keys(source).length > 0) return passphrase;
  if ((await readSecret('the same again', {}, OPTIONS)) === passphrase) return passphrase;
  throw new Fault('USAGE', { message: 'The two passphrases differ; no key was made.' });
}

/** A hotkey for signing; the passphrase is requested only if the key has one. */
export async function unlockHotkey(path: string, options: PassphraseOptions): Promise<Hotkey | undefined> {
  return readHotkeyFile(path, await passphraseFor(path, options));
}

export async function unlockSeedFile(path: string, options: PassphraseOptions): Promise<Uint8Array | undefined> {
  return readSeedFile(path, await passphraseFor(path, options));
}

/** Whether signing means typing a passphrase: the key is encrypted and no other source was given. */
export function asksForPassphrase(path: string, { passphraseFd, passphraseEnv }: PassphraseOptions): boolean {
  return isLocked(path) && passphraseFd === undefined && passphraseEnv === undefined;
}

/** A hotkey whose passphrase is typed on the terminal; `undefined` if only Enter is pressed. */
export async function unlockIfTyped(path: string): Promise<Hotkey | undefined> {
  const passphrase = await readSecret('passphrase', {}, OPTIONS);
  return passphrase === '' ? undefined : readHotkeyFile(path, passphrase);
}

async function passphraseFor(path: string, options: PassphraseOptions): Promise<string | undefined> {
  return isLocked(path) ? existingPassphrase(options) : undefined;
}

function isLocked(path: string): boolean {
  const document = readKeyDocument(readKeyText(path) ?? '');
  return !document.ok && document.lockedAddress !== undefined;
}

export function sourceOf(descriptor: number | undefined, environmentName: string | undefined) {
  return { ...(descriptor !== undefined && { descriptor }), ...(environmentName !== undefined && { environmentName }) };
}
