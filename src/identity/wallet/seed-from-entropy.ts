import { pbkdf2Sync } from 'node:crypto';
import { SEED_BYTES } from '../hotkey.ts';

const ROUNDS = 2048;

/**
 * The seed that Substrate wallets derive from a phrase. Unlike BIP-39, they stretch the entropy behind the words
 * instead of the words, and keep the first half. Deriving it the BIP-39 way would give another address.
 */
export function seedFromEntropy(entropy: Uint8Array, password = ''): Uint8Array {
  if (![16, 20, 24, 28, 32].includes(entropy.length))
    throw new RangeError('the entropy of a phrase has 16 to 32 bytes');
  const stretched = pbkdf2Sync(entropy, Buffer.from(`mnemonic${password}`.normalize('NFKD')), ROUNDS, 64, 'sha512');
  return stretched.subarray(0, SEED_BYTES);
}
