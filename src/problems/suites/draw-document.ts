import { z } from 'zod';
import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { BANK_NAME } from './bank-name.ts';
import { DRAW_SEED } from './draw-balanced.ts';

const identifier = z.string().min(1, 'is empty');

/** What a draw was made from and what came out: secret until it is revealed, then published as it is. */
export const drawDocumentSchema = z.strictObject({
  race: z.string().regex(BANK_NAME, 'is not the name of a race'),
  seed: z.string().regex(DRAW_SEED, 'is not 64 lower-case hex digits'),
  pool: z
    .array(
      z
        .strictObject({
          problem_id: identifier,
          category: z.enum(['product', 'shop', 'voucher']),
          difficulty: z.enum(['easy', 'medium', 'hard']),
        })
        .readonly(),
    )
    .readonly(),
  problem_ids: z.array(identifier).min(1, 'is empty').readonly(),
  commitment: z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex'),
});

export type DrawDocument = Readonly<z.infer<typeof drawDocumentSchema>>;

/** The seed is random and never shown before, so the hash gives nothing of the list away and allows no other. */
export function drawCommitment({ race, seed, pool, problem_ids }: Omit<DrawDocument, 'commitment'>): string {
  return sha256(canonicalJson({ race, seed, pool, problem_ids }));
}
