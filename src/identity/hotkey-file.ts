import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '../fault/fault.ts';
import { type Hotkey, hotkeyFromSeed, SEED_BYTES } from './hotkey.ts';
import { readKeyDocument, writeKeyDocument } from './key-document.ts';
import { placeKeyFile } from './wallet/place-key-file.ts';
import { keyUnreadable, readKeyText } from './wallet/read-key-text.ts';

export interface HotkeyName {
  readonly wallet: string;
  readonly hotkey: string;
}

const DEFAULT_NAME: HotkeyName = { wallet: 'default', hotkey: 'default' };

/** The path below a folder of wallets where Bittensor's tools look for a hotkey. */
export function hotkeyPath(wallets: string, name: HotkeyName = DEFAULT_NAME): string {
  for (const part of [name.wallet, name.hotkey]) {
    if (/^\w[\w.-]{0,99}$/.test(part)) continue;
    throw new Fault('USAGE', {
      message: `"${part}" is not a valid name for a wallet or a hotkey.`,
      remedy: 'Use letters, digits, dots, dashes and underscores.',
    });
  }
  return join(wallets, name.wallet, 'hotkeys', name.hotkey);
}

/**
 * The hotkey in a folder of wallets. The first caller creates it; all later and concurrent callers get the same one.
 */
export function loadOrCreateHotkey(wallets: string, name: HotkeyName = DEFAULT_NAME): Hotkey {
  const path = hotkeyPath(wallets, name);
  const found = readHotkeyFile(path);
  if (found !== undefined) return found;
  placeKeyFile(path, writeKeyDocument(randomBytes(SEED_BYTES)));
  const kept = readHotkeyFile(path);
  if (kept === undefined) throw keyUnreadable(path, 'was deleted while it was being created', 'Run the command again.');
  return kept;
}

/** `undefined` if there is no file. An encrypted file needs its passphrase. */
export function readHotkeyFile(path: string, passphrase?: string): Hotkey | undefined {
  const seed = readSeedFile(path, passphrase);
  return seed && hotkeyFromSeed(seed);
}

/** Reads the secret itself, for callers that store it elsewhere. */
export function readSeedFile(path: string, passphrase?: string): Uint8Array | undefined {
  const text = readKeyText(path);
  if (text === undefined) return undefined;
  const document = readKeyDocument(text, passphrase);
  if (!document.ok) throw keyUnreadable(path, document.reason, document.remedy);
  return document.seed;
}
