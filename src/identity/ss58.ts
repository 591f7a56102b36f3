import { blake2b } from '@noble/hashes/blake2.js';
import { base58 } from '@scure/base';

export type ParsedAddress =
  | { readonly ok: true; readonly publicKey: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** The generic Substrate network number, which Bittensor uses for its hotkeys. */
const PREFIX = 42;
const CHECKSUM_BYTES = 2;
const PUBLIC_KEY_BYTES = 32;
const CHECKSUM_SALT = new TextEncoder().encode('SS58PRE');
/** Decoding base 58 takes quadratic time, so the length of an untrusted text is checked first. */
const MAX_ADDRESS_LENGTH = 64;

/** The SS58 address of a public key. */
export function ss58Address(publicKey: Uint8Array): string {
  if (publicKey.length !== PUBLIC_KEY_BYTES) throw new RangeError(`a public key has ${PUBLIC_KEY_BYTES} bytes`);
  const body = Uint8Array.of(PREFIX, ...publicKey);
  return base58.encode(Uint8Array.of(...body, ...checksum(body)));
}

/** The public key in an address, or why the address is invalid. */
export function parseSs58(address: string): ParsedAddress {
  if (address.length > MAX_ADDRESS_LENGTH) return { ok: false, reason: 'is too long' };
  let bytes: Uint8Array;
  try {
    bytes = base58.decode(address);
  } catch {
    return { ok: false, reason: 'is not base 58' };
  }
  if (bytes.length !== 1 + PUBLIC_KEY_BYTES + CHECKSUM_BYTES) {
    return { ok: false, reason: `holds ${bytes.length} bytes where ${1 + PUBLIC_KEY_BYTES + CHECKSUM_BYTES} belong` };
  }
  if (bytes[0] !== PREFIX) return { ok: false, reason: `is for network ${bytes[0]}, not ${PREFIX}` };
  const body = bytes.subarray(0, 1 + PUBLIC_KEY_BYTES);
  if (checksum(body).some((byte, place) => byte !== bytes[body.length + place])) {
    return { ok: false, reason: 'has a wrong checksum: a letter is wrong' };
  }
  return { ok: true, publicKey: body.slice(1) };
}

function checksum(body: Uint8Array): Uint8Array {
  return blake2b(Uint8Array.of(...CHECKSUM_SALT, ...body)).subarray(0, CHECKSUM_BYTES);
}
