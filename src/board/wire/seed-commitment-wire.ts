import { z } from 'zod';
import { uuidSchema } from './identifiers.ts';
import { timestampSchema } from './timestamp.ts';

/**
 * The commitment of a race's draw, under the field names of the platform's clients. `scheme` marks it as ours: the
 * beacon is a later block of the chain or the public ledger with validators' signatures, not drand. docs/race.md
 * explains how to verify it.
 */
export const seedCommitmentSchema = z.object({
  race_id: uuidSchema,
  scheme: z.literal('assay-draw-2'),
  /** Hash of seed, pool and size. */
  secret_sha256: z.string(),
  /** Kind of the beacon: `assay:ledger` or `assay:chain`. */
  drand_chain_hash: z.string(),
  /** Maximum wait for the beacon. */
  drand_offset_seconds: z.int(),
  /** Block of the chain, or sequence number of the event that published the commitment. */
  drand_round: z.int(),
  drand_round_time: timestampSchema,
  committed_at: timestampSchema,
  revealed: z.boolean(),
  drand_signature: z.null(),
  /** Value of the beacon, once it exists. */
  drand_randomness: z.string().nullable(),
  /** Seed of the draw, once it is revealed. */
  secret: z.string().nullable(),
  world_seed: z.null(),
  world_pack_sha256: z.null(),
  rejected_attempts: z.null(),
});

export type SeedCommitmentWire = z.infer<typeof seedCommitmentSchema>;
