import { join } from 'node:path';
import { writeKeyDocument } from '../../../identity/key-document.ts';
import { placeKeyFile } from '../../../identity/wallet.ts';

/** Writes the hotkey that Bittensor's programs use by default. */
export function placeDefaultWallet(home: string, seed: string): void {
  const file = join(home, '.bittensor', 'wallets', 'default', 'hotkeys', 'default');
  placeKeyFile(file, writeKeyDocument(Buffer.from(seed, 'hex')));
}
