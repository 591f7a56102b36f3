import { existsSync } from 'node:fs';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { writeKeyDocument } from '../../identity/key-document.ts';
import { placeKeyFile, type Secret, writePhraseDocument } from '../../identity/wallet.ts';
import { createTerminal } from '../output/terminal.ts';
import { type HotkeyOptions, hotkeyExists, hotkeyLocation } from './hotkey-options.ts';
import { newPassphrase, type PassphraseOptions } from './passphrase.ts';

export interface KeepOptions extends HotkeyOptions, PassphraseOptions {
  readonly unencrypted?: boolean;
  readonly json?: boolean;
}

export interface NewSecret extends Secret {
  /** The owner has not seen the words yet, and sees them only this once. */
  readonly show?: boolean;
}

/** Stores a secret as the hotkey that the options select, and prints its address. */
export async function keepSecret(getSecret: () => Promise<NewSecret>, options: KeepOptions): Promise<void> {
  const terminal = createTerminal(options.json === true);
  const { wallet, hotkey, path } = hotkeyLocation(options);
  // Checked before anything is requested; the file itself is placed so that it cannot replace one created meanwhile.
  if (existsSync(path)) throw hotkeyExists(path);
  const { seed, words, show } = await getSecret();
  const encrypted = options.unencrypted !== true;
  const passphrase = encrypted ? await newPassphrase(options) : undefined;
  const text =
    words === undefined ? writeKeyDocument(seed, passphrase) : writePhraseDocument({ seed, words }, passphrase);
  if (!placeKeyFile(path, text)) throw hotkeyExists(path);
  const { address, publicKey } = hotkeyFromSeed(seed);
  terminal.print(`${address}\n\n  stored in ${path}, ${encrypted ? 'encrypted' : 'not encrypted'}`);
  terminal.print(
    encrypted
      ? '  Keep a copy of that file, and the passphrase in another place: neither can be recovered.'
      : '  Keep a copy of that file. Anyone who can read it can act as you.',
  );
  const shown = show === true ? words : undefined;
  if (shown !== undefined) terminal.print(`\n  ${shown}\n\n${WRITE_DOWN}`);
  const publicHex = `0x${Buffer.from(publicKey).toString('hex')}`;
  const phrase = shown === undefined ? {} : { phrase: shown };
  terminal.report({ wallet, hotkey, address, public_key: publicHex, path, encrypted, ...phrase });
}

const WRITE_DOWN = `  These words are the key, and are not shown again: write them down, on paper, in this order.
  \`assay wallet import\` restores the key from them. Anyone who has them can act as you.`;
