import { hotkeyFromSeed } from '../../../src/identity/hotkey.ts';
import { toHex } from './hex.ts';
import type { Signer } from './signer.ts';

/** Signs with a key that stays in this page's memory until `forget` is called. */
export function keySigner(seed: Uint8Array): Signer {
  let hotkey: ReturnType<typeof hotkeyFromSeed> | undefined = hotkeyFromSeed(seed);
  const { address } = hotkey;
  return {
    address,
    kind: 'key',
    sign: async (text) => {
      if (hotkey === undefined) throw new Error('The key is no longer in memory. Sign in again.');
      return toHex(hotkey.sign(new TextEncoder().encode(text)));
    },
    forget: () => {
      hotkey = undefined;
      seed.fill(0);
    },
  };
}
