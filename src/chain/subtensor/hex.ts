import { z } from 'zod';

/** Bytes as nodes write them: `0x` and two hexadecimal digits per byte. */
export const hexBytes = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2})*$/)
  .transform((text): Uint8Array => Buffer.from(text.slice(2), 'hex'));

const HASH_BYTES = 32;

export const hexHash = z.string().regex(new RegExp(`^0x[0-9a-f]{${HASH_BYTES * 2}}$`));

/** A number in the hexadecimal form of block headers. */
export const hexNumber = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,13}$/)
  .transform(Number);

export function hexText(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
