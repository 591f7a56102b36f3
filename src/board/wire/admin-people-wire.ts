import { z } from 'zod';
import { hotkeySchema } from './identifiers.ts';
import { pageFields, paging } from './paging.ts';
import { timestampQuerySchema, timestampSchema } from './timestamp.ts';
import { validatorSchema } from './validator-wire.ts';

export const adminMinersQuerySchema = z.object({
  is_banned: z.stringbool().optional(),
  /** Range of the last submission. */
  since: timestampQuerySchema.optional(),
  until: timestampQuerySchema.optional(),
  ...paging(100, 500),
});

export const adminMinersSchema = z.object({
  ...pageFields,
  miners: z.array(
    z.object({
      miner_hotkey: hotkeySchema,
      is_banned: z.boolean(),
      ban_reason: z.string().nullable(),
      banned_at: timestampSchema.nullable(),
      agent_count: z.int(),
      last_submitted_at: timestampSchema.nullable(),
      registered_at: timestampSchema,
      cooldown_remaining_seconds: z.int(),
    }),
  ),
});

export const adminValidatorsQuerySchema = z.object({ is_banned: z.stringbool().optional(), ...paging(100, 500) });

export const adminValidatorSchema = validatorSchema.extend({
  is_banned: z.boolean(),
  ban_reason: z.string().nullable(),
  banned_at: timestampSchema.nullable(),
  max_concurrent_runs: z.int(),
});

export const adminValidatorsSchema = z.object({ ...pageFields, validators: z.array(adminValidatorSchema) });

export type AdminMinersQuery = z.output<typeof adminMinersQuerySchema>;
export type AdminMinersWire = z.infer<typeof adminMinersSchema>;
export type AdminValidatorsQuery = z.output<typeof adminValidatorsQuerySchema>;
export type AdminValidatorWire = z.infer<typeof adminValidatorSchema>;
export type AdminValidatorsWire = z.infer<typeof adminValidatorsSchema>;
