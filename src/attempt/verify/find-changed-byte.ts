import { hash as digest } from 'node:crypto';

export interface ChangedByte {
  readonly position: number;
  /** The original bytes. */
  readonly original: Uint8Array;
}

/** For larger files the search would take minutes, so only the file is reported. */
const MAX_BYTES = 8 * 1024;

/**
 * Finds the single changed byte of a small text, if only one was changed: restoring it gives the signed hash. Flipped
 * bits are tried first, because failing disks cause them; then every printable character, for manual edits. `undefined`
 * if more was changed.
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
