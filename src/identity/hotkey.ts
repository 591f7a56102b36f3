import { getPublicKey, secretFromSeed, sign, verify } from '@scure/sr25519';
import { ss58Address } from './ss58.ts';

/** An identity: an address that only its owner can sign for. The secret stays inside. */
export interface Hotkey {
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** An sr25519 signature of 64 bytes in the context `substrate`, as wallets of that world make them. */
  sign(message: Uint8Array): Uint8Array;
}

export const SEED_BYTES = 32;

export function hotkeyFromSeed(seed: Uint8Array): Hotkey {
  const secret = secretFromSeed(seed);
  const publicKey = getPublicKey(secret);
  return { address: ss58Address(publicKey), publicKey, sign: (message) => sign(secret, message) };
}

export type VerifySignature = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean;

/** Whether the owner of the key signed these very bytes. Anything that is no signature or no key is a no. */
export function verifySignature(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return verify(message, signature, publicKey);
  } catch {
    return false;
  }
}
