import { getPublicKey, secretFromSeed, sign, verify } from '@scure/sr25519';
import { ss58Address } from './ss58.ts';

/** An identity: an address for which only its owner can sign. The secret is not exposed. */
export interface Hotkey {
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** An sr25519 signature of 64 bytes in the context `substrate`, as Substrate wallets create it. */
  sign(message: Uint8Array): Uint8Array;
}

export const SEED_BYTES = 32;

export function hotkeyFromSeed(seed: Uint8Array): Hotkey {
  const secret = secretFromSeed(seed);
  const publicKey = getPublicKey(secret);
  return { address: ss58Address(publicKey), publicKey, sign: (message) => sign(secret, message) };
}

export type VerifySignature = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean;

/** Whether the owner of the key signed exactly these bytes. `false` for an invalid signature or key. */
export function verifySignature(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return verify(message, signature, publicKey);
  } catch {
    return false;
  }
}
