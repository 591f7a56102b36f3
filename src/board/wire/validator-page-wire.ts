import { z } from 'zod';
import { hotkeySchema } from './identifiers.ts';
import { pageFields } from './paging.ts';
import { runDetailSchema } from './run-wire.ts';
import { timestampSchema } from './timestamp.ts';
import { validatorSchema } from './validator-wire.ts';

/** Everything public about one validator. `limit`, `offset` and `total` are those of its runs, the newest first. */
export const validatorPageSchema = z.object({
  ...pageFields,
  validator: validatorSchema,
  is_banned: z.boolean(),
  ban_reason: z.string().nullable(),
  runs: z.array(runDetailSchema),
  /** Its runs by how they ended. */
  outcomes: z.object({
    succeeded: z.int(),
    failed: z.int(),
    timed_out: z.int(),
    /** Without a sign of life until the lease ran out. */
    lost: z.int(),
    cancelled: z.int(),
    under_way: z.int(),
    /** Struck out by an operator, whatever their end was. */
    invalidated: z.int(),
  }),
  /** With each other validator: problems of finished qualifying that both have run, and those with the same outcome. */
  agreement: z.object({
    /** Of so many of the newest finished evaluations. */
    evaluations: z.int(),
    peers: z.array(z.object({ validator_hotkey: hotkeySchema, problems: z.int(), same: z.int() })),
  }),
  computed_at: timestampSchema,
});

export type ValidatorPageWire = z.infer<typeof validatorPageSchema>;
