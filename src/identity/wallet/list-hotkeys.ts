import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { storageFault, systemErrorCode } from '../../store/files.ts';
import { hotkeyFromSeed } from '../hotkey.ts';
import type { HotkeyName } from '../hotkey-file.ts';
import { readKeyDocument } from '../key-document.ts';
import { readKeyText } from './read-key-text.ts';

export type ListedHotkey = HotkeyName & { readonly path: string } & (
    | { readonly state: 'plain' | 'encrypted'; readonly address: string }
    | { readonly state: 'unusable'; readonly reason: string }
  );

/** Bittensor's tools store the public half of a hotkey beside it. */
const PUBLIC_HALF = /pub\.txt$/;

/** The hotkeys in a folder of wallets, by name; empty if the folder does not exist. No passphrase is needed. */
export function listHotkeys(wallets: string): readonly ListedHotkey[] {
  return names(wallets).flatMap((wallet) =>
    names(join(wallets, wallet, 'hotkeys'))
      .filter((hotkey) => !PUBLIC_HALF.test(hotkey))
      .map((hotkey) => describe(wallets, { wallet, hotkey })),
  );
}

function describe(wallets: string, name: HotkeyName): ListedHotkey {
  const path = join(wallets, name.wallet, 'hotkeys', name.hotkey);
  const found = { ...name, path };
  try {
    const document = readKeyDocument(readKeyText(path) ?? '');
    if (document.ok) return { ...found, state: 'plain', address: hotkeyFromSeed(document.seed).address };
    const { lockedAddress, reason } = document;
    if (lockedAddress !== undefined) return { ...found, state: 'encrypted', address: lockedAddress };
    return { ...found, state: 'unusable', reason };
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    return { ...found, state: 'unusable', reason: error.message.replace(`The hotkey ${path} `, '').replace(/\.$/, '') };
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw storageFault(error, `listing ${folder}`);
  }
}
