import { pbkdf2Sync } from 'node:crypto';
import { SEED_BYTES } from '../hotkey.ts';

const ROUNDS = 2048;

/**
 * The seed that wallets of the Substrate world make of a phrase. Unlike BIP-39 itself they stretch the entropy behind the
 * words and not the words, and keep the first half: a seed made the other way would be another address.
 */
export function seedFromEntropy(entropy: Uint8Array, password = ''): Uint8Array {
  if (![16, 20, 24, 28, 32].includes(entropy.length))
    throw new RangeError('the entropy of a phrase has 16 to 32 bytes');
  const stretched = pbkdf2Sync(entropy, Buffer.from(`mnemonic${password}`.normalize('NFKD')), ROUNDS, 64, 'sha512');
  return stretched.subarray(0, SEED_BYTES);
}
