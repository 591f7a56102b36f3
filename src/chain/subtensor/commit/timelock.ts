import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';

const { Fr, Fp12 } = bls12_381.fields;

/** drand's quicknet: a signature in G1 every three seconds, made with one group key that never changes. */
export const QUICKNET = {
  genesisSeconds: 1_692_803_367,
  periodSeconds: 3,
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  hashToCurveDomain: 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_',
} as const;

const CIPHER_SUITE = Buffer.from('AES_GCM_');

/** All random values of a ciphertext. The same values give the same bytes. */
export interface TimelockRandomness {
  /** Key of the body, 32 bytes. */
  readonly key: Uint8Array;
  /** Seed of the header, 32 bytes. */
  readonly sigma: Uint8Array;
  /** Nonce of the body, 12 bytes. */
  readonly nonce: Uint8Array;
}

function freshRandomness(): TimelockRandomness {
  return { key: randomBytes(32), sigma: randomBytes(32), nonce: randomBytes(12) };
}

/**
 * Encrypts for a round of drand's quicknet: anyone with the round's signature can decrypt, and the signature does not
 * exist before the round. Writes the format of the `tle` crate (Boneh-Franklin encryption of a key, AES-256-GCM of the
 * message, both serialized as arkworks does), because the chain decrypts that format.
 */
export function timelockEncrypt(
  message: Uint8Array,
  round: bigint,
  { key, sigma, nonce }: TimelockRandomness = freshRandomness(),
): Uint8Array {
  const r = Fr.create(BigInt(`0x${sha256(sigma, key).toString('hex')}`));
  const u = bls12_381.G2.Point.BASE.multiply(r);
  const groupKey = bls12_381.G2.Point.fromHex(QUICKNET.publicKey);
  const shared = bls12_381.pairing(roundPoint(round), groupKey.multiply(r));
  const header = Buffer.concat([
    u.toBytes(true),
    lengthPrefixed(xor(sigma, sha256(pairingBytes(shared)))),
    lengthPrefixed(xor(key, sha256(sigma))),
  ]);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(message), cipher.final(), cipher.getAuthTag()]);
  const body = Buffer.concat([lengthPrefixed(sealed), lengthPrefixed(nonce)]);
  return Buffer.concat([header, lengthPrefixed(body), lengthPrefixed(CIPHER_SUITE)]);
}

/** The message that the round's signature signs, as a point of G1. */
function roundPoint(round: bigint) {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(round);
  return bls12_381.G1.hashToCurve(sha256(number), { DST: QUICKNET.hashToCurveDomain });
}

/** arkworks writes field elements with the least significant byte first; the order of the twelve coefficients is the same. */
export function pairingBytes(value: ReturnType<typeof bls12_381.pairing>): Uint8Array {
  const bytes = Buffer.from(Fp12.toBytes(value));
  const size = bytes.length / 12;
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
  return bytes;
}

function lengthPrefixed(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(bytes.length));
  return Buffer.concat([length, bytes]);
}

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function xor(left: Uint8Array, right: Uint8Array): Uint8Array {
  return left.map((byte, index) => byte ^ right[index]!);
}
