import { Fault } from '../../fault/fault.ts';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { readKeyDocument } from '../../identity/key-document.ts';
import { readKeyText } from '../../identity/wallet.ts';
import { type HotkeyOptions, hotkeyLocation } from '../wallet/hotkey-options.ts';

/** Address of the hotkey that the options select; needs no passphrase. `undefined` when there is no usable hotkey. */
export function ownAddress(options: HotkeyOptions): string | undefined {
  try {
    const document = readKeyDocument(readKeyText(hotkeyLocation(options).path) ?? '');
    return document.ok ? hotkeyFromSeed(document.seed).address : document.lockedAddress;
  } catch (error) {
    if (Fault.isInstance(error)) return undefined;
    throw error;
  }
}
