import { z } from 'zod';

const share = z.number().min(0, 'is below 0').max(1, 'is above 1');
const days = z.number().min(0, 'is below 0');

export const emissionShapeSchema = z.enum(['linear', 'compounding']);
export const weightSchemeSchema = z.enum(['winner-take-all', 'top-half']);

/** Decides who is paid and how much. */
export const emissionPolicySchema = z.strictObject({
  /** How long a new champion gets the whole contestants' half of the emission. */
  graceDays: days.default(2),
  /**
   * How that share shrinks afterwards: `linear` removes the same amount every day, `compounding` the same fraction of
   * the rest.
   */
  shape: emissionShapeSchema.default('linear'),
  /** Loss per day: 0.03 is 3 percentage points (`linear`), or 3 % of the rest (`compounding`). */
  lossPerDay: share.default(0.03),
  /** Minimum share, however long the champion stays. */
  floor: share.default(0.5),
  /** Lead that a challenger needs over a champion on its first day. */
  margin: share.default(0.011),
  /** The margin halves after this many days. */
  marginHalfLifeDays: days.gt(0, 'is not above 0').default(3.5),
  /**
   * `winner-take-all` pays only the champion; `top-half` also pays the better half of the finishers, from the part that
   * would be burned.
   */
  weights: weightSchemeSchema.default('winner-take-all'),
  /** Weight given to this uid is burned, whichever hotkey holds it. */
  burnUid: z.int().nonnegative().default(0),
});

export type EmissionPolicy = Readonly<z.infer<typeof emissionPolicySchema>>;

export const DEFAULT_EMISSION_POLICY: EmissionPolicy = emissionPolicySchema.parse({});
