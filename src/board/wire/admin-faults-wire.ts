import { z } from 'zod';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { failureOwnerSchema } from './run-wire.ts';
import { timestampSchema } from './timestamp.ts';

export const adminFaultsQuerySchema = z.object({
  /** Includes runs claimed in the last `hours` hours. */
  hours: z.coerce.number().int().min(1).max(8_760).default(24),
});

export const adminFaultsSchema = z.object({
  since: timestampSchema,
  /** All runs claimed since then. */
  runs: z.int(),
  /** One row per owner, status and code, most frequent first within an owner. */
  faults: z.array(
    z.object({
      owner: failureOwnerSchema,
      /** `STALE`: the lease expired. */
      status: z.enum(['FAILED', 'TIMED_OUT', 'STALE']),
      code: z.string().nullable(),
      runs: z.int(),
      newest: z.object({
        run_id: uuidSchema,
        agent_version_id: uuidSchema,
        validator_hotkey: hotkeySchema,
        claimed_at: timestampSchema,
        reason: z.string().nullable(),
      }),
    }),
  ),
});

export type AdminFaultsQuery = z.output<typeof adminFaultsQuerySchema>;
export type AdminFaultsWire = z.infer<typeof adminFaultsSchema>;
