import { z } from 'zod';
import { hotkeySchema } from './identifiers.ts';
import { pageFields } from './paging.ts';
import { runDetailSchema } from './run-wire.ts';
import { timestampSchema } from './timestamp.ts';
import { uptimeSchema } from './uptime-wire.ts';
import { validatorSchema } from './validator-wire.ts';

/** All public information about one validator. `limit`, `offset` and `total` refer to its runs, newest first. */
export const validatorPageSchema = z.object({
  ...pageFields,
  validator: validatorSchema,
  is_banned: z.boolean(),
  ban_reason: z.string().nullable(),
  uptime: uptimeSchema,
  runs: z.array(runDetailSchema),
  /** Number of runs by outcome. */
  outcomes: z.object({
    succeeded: z.int(),
    failed: z.int(),
    timed_out: z.int(),
    /** No heartbeat until the lease expired. */
    lost: z.int(),
    cancelled: z.int(),
    under_way: z.int(),
    /** Invalidated by an operator, whatever the outcome. */
    invalidated: z.int(),
  }),
  /**
   * With each other validator: problems of finished qualifying that both have run, and how many had the same outcome.
   */
  agreement: z.object({
    /** Number of newest finished evaluations compared. */
    evaluations: z.int(),
    peers: z.array(z.object({ validator_hotkey: hotkeySchema, problems: z.int(), same: z.int() })),
  }),
  computed_at: timestampSchema,
});

export type ValidatorPageWire = z.infer<typeof validatorPageSchema>;
