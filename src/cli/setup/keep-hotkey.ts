import { randomBytes } from 'node:crypto';
import { Fault } from '../../fault/fault.ts';
import { hotkeyFromSeed, SEED_BYTES } from '../../identity/hotkey.ts';
import { hotkeyPath } from '../../identity/hotkey-file.ts';
import { readKeyDocument, writeKeyDocument } from '../../identity/key-document.ts';
import { placeKeyFile, readKeyText } from '../../identity/wallet.ts';

export interface KeptHotkey {
  readonly wallet: string;
  readonly address: string;
  readonly isNew: boolean;
  readonly isEncrypted: boolean;
}

/** The hotkey `default` of a wallet, if there is one; reading its address needs no passphrase. */
export function keptHotkey(wallets: string, wallet: string): KeptHotkey | undefined {
  const path = hotkeyPath(wallets, { wallet, hotkey: 'default' });
  const text = readKeyText(path);
  if (text === undefined) return undefined;
  const document = readKeyDocument(text);
  if (document.ok) {
    return { wallet, address: hotkeyFromSeed(document.seed).address, isNew: false, isEncrypted: false };
  }
  if (document.lockedAddress !== undefined) {
    return { wallet, address: document.lockedAddress, isNew: false, isEncrypted: true };
  }
  throw new Fault('INPUT_INVALID', {
    message: `The key file ${path} ${document.reason}.`,
    remedy: document.remedy ?? 'Move it away, or choose another wallet.',
  });
}

/** Returns the existing hotkey, or creates one. A key is never replaced. */
export function keepHotkey(wallets: string, wallet: string, passphrase: string | undefined): KeptHotkey {
  const found = keptHotkey(wallets, wallet);
  if (found !== undefined) return found;
  const path = hotkeyPath(wallets, { wallet, hotkey: 'default' });
  const made = placeKeyFile(path, writeKeyDocument(randomBytes(SEED_BYTES), passphrase));
  return { ...keptHotkey(wallets, wallet)!, isNew: made };
}
