import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Larger than any market that fits on one machine; a higher value is a mistake or an attack. */
const MOST_BYTES = 2 ** 40;
const MOST_CHUNK_BYTES = 64 * 1024 ** 2;

export const marketSchema = z.object({
  sha256: hash,
  bytes: z.int().min(1).max(MOST_BYTES),
  chunk_bytes: z.int().min(1).max(MOST_CHUNK_BYTES),
  /** SHA-256 of each chunk, in order. */
  chunks: z.array(hash),
});
