import { z } from 'zod';

/** A text to sign once, within a minute. Times are seconds since 1970. */
export const challengeSchema = z.object({ challenge: z.string(), expires_at: z.int() });

export const sessionSchema = z.object({ session_token: z.string(), expires_at: z.int(), role: z.string() });

/** A session whose token is in a cookie that scripts cannot read. */
export const browserSessionSchema = z.object({ hotkey: z.string(), expires_at: z.int(), role: z.string() });

/** The caller and what its hotkey may do now; null without a session. */
export const whoamiSchema = z.object({
  caller: z
    .object({
      hotkey: z.string(),
      /** Null if the hotkey is not registered. */
      role: z.enum(['admin', 'validator', 'miner']).nullable(),
      /** `submit` agents, `validate` them, `operate` the arena. A ban removes the first two. */
      may: z.array(z.enum(['submit', 'validate', 'operate'])),
      /** Null if the request was signed. */
      expires_at: z.int().nullable(),
    })
    .nullable(),
});

export type WhoamiWire = z.infer<typeof whoamiSchema>;

/** Registration of a hotkey on the arena's own chain. */
export const registrationSchema = z.object({
  uid: z.int(),
  hotkey: z.string(),
  /**
   * Cost of this registration and the remaining balance, in rao of simulated money. Older arenas omit this and the
   * fields below.
   */
  paid: z.string().optional(),
  balance: z.string().optional(),
  block: z.int().optional(),
  /** Block from which a newcomer may replace this hotkey in a full subnet. */
  immune_until: z.int().optional(),
  block_seconds: z.number().optional(),
});

/** `arena` is the name that signed requests contain. */
export const healthSchema = z.object({ status: z.string(), version: z.string(), arena: z.string() });

/** A component that the arena depends on. */
const healthCheckSchema = z.object({ name: z.string(), ok: z.boolean() });

export const checkedHealthSchema = healthSchema.extend({ checks: z.array(healthCheckSchema) });
