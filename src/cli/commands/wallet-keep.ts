import { existsSync } from 'node:fs';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { writeKeyDocument } from '../../identity/key-document.ts';
import { placeKeyFile } from '../../identity/wallet/place-key-file.ts';
import { createTerminal } from '../terminal.ts';
import { newPassphrase, type PassphraseOptions } from './wallet-passphrase.ts';
import { hotkeyExists, type PlaceOptions, placeOf } from './wallet-place.ts';

export interface KeepOptions extends PlaceOptions, PassphraseOptions {
  readonly unencrypted?: boolean;
  readonly json?: boolean;
}

/** Keeps a seed as the hotkey that the options name, and tells its address. */
export async function keepSeed(getSeed: () => Promise<Uint8Array>, options: KeepOptions): Promise<void> {
  const terminal = createTerminal(options.json === true);
  const { wallet, hotkey, path } = placeOf(options);
  // Before anybody is asked for anything; the file itself is placed so that it cannot replace one made meanwhile.
  if (existsSync(path)) throw hotkeyExists(path);
  const seed = await getSeed();
  const encrypted = options.unencrypted !== true;
  const text = encrypted ? writeKeyDocument(seed, await newPassphrase(options)) : writeKeyDocument(seed);
  if (!placeKeyFile(path, text)) throw hotkeyExists(path);
  const { address, publicKey } = hotkeyFromSeed(seed);
  terminal.say(`${address}\n\n  kept in ${path}, ${encrypted ? 'encrypted' : 'not encrypted'}`);
  terminal.say(
    encrypted
      ? '  Keep a copy of that file, and the passphrase in another place: nobody can bring back either.'
      : '  Keep a copy of that file. Whoever reads it can act as you.',
  );
  const publicHex = `0x${Buffer.from(publicKey).toString('hex')}`;
  terminal.report({ wallet, hotkey, address, public_key: publicHex, path, encrypted });
}
