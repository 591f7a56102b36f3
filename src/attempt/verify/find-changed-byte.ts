import { hash as digest } from 'node:crypto';

export interface ChangedByte {
  readonly position: number;
  /** The bytes as they were. */
  readonly original: Uint8Array;
}

/** Beyond this size the search takes minutes, and the file alone must do as the place. */
const MAX_BYTES = 8 * 1024;

/**
 * Which single byte of a small text was changed, when that is all that happened to it: the one whose change back gives
 * the hash that was signed. Bits are tried first, since a failing disk flips those; then every letter, for what a person
 * did. `undefined` when more was changed.
 */
export function findChangedByte(bytes: Uint8Array, sha256: string): ChangedByte | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const original = Uint8Array.from(bytes);
  for (const candidates of [flippedBits, letters]) {
    for (const [position, byte] of bytes.entries()) {
      for (const candidate of candidates(byte)) {
        original[position] = candidate;
        if (digest('sha256', original, 'hex') === sha256) return { position, original };
      }
      original[position] = byte;
    }
  }
  return undefined;
}

function flippedBits(byte: number): readonly number[] {
  return BITS.map((bit) => byte ^ bit);
}

function letters(): readonly number[] {
  return PRINTABLE;
}

const BITS = Array.from({ length: 8 }, (_, bit) => 1 << bit);
const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, offset) => 0x20 + offset);
