import { z } from 'zod';

/** A text to sign, once, within a minute. Times are seconds since 1970. */
export const challengeSchema = z.object({ challenge: z.string(), expires_at: z.int() });

export const sessionSchema = z.object({ session_token: z.string(), expires_at: z.int(), role: z.string() });

/** A session whose token is in a cookie that scripts cannot read. */
export const browserSessionSchema = z.object({ hotkey: z.string(), expires_at: z.int(), role: z.string() });

/** Who asks, and what that hotkey may do now; null without a session. */
export const whoamiSchema = z.object({
  caller: z
    .object({
      hotkey: z.string(),
      /** Null for a hotkey that is not registered. */
      role: z.enum(['admin', 'validator', 'miner']).nullable(),
      /** `submit` agents, `validate` them, `operate` the arena. A ban takes away the first two. */
      may: z.array(z.enum(['submit', 'validate', 'operate'])),
      /** Null where the request was signed. */
      expires_at: z.int().nullable(),
    })
    .nullable(),
});

export type WhoamiWire = z.infer<typeof whoamiSchema>;

/** The place of a hotkey on the arena's own chain. */
export const registrationSchema = z.object({
  uid: z.int(),
  hotkey: z.string(),
  /** What this registration cost and what is left, in rao of simulated money. Older arenas leave out the rest. */
  paid: z.string().optional(),
  balance: z.string().optional(),
  block: z.int().optional(),
  /** Block from which a newcomer may take the place in a full subnet. */
  immune_until: z.int().optional(),
  block_seconds: z.number().optional(),
});

/** `arena` is the name that signed requests carry. */
export const healthSchema = z.object({ status: z.string(), version: z.string(), arena: z.string() });

/** One part that the arena depends on. */
const healthCheckSchema = z.object({ name: z.string(), ok: z.boolean() });

export const checkedHealthSchema = healthSchema.extend({ checks: z.array(healthCheckSchema) });
