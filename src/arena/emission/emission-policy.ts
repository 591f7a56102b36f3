import { z } from 'zod';

const share = z.number().min(0, 'is below 0').max(1, 'is above 1');
const days = z.number().min(0, 'is below 0');

export const emissionShapeSchema = z.enum(['linear', 'compounding']);
export const weightSchemeSchema = z.enum(['winner-take-all', 'top-half']);

/** Everything that decides who is paid how much. */
export const emissionPolicySchema = z.strictObject({
  /** How long a new champion keeps the whole contestants' half of the emission. */
  graceDays: days.default(2),
  /** How it shrinks after that: `linear` takes the same from it every day, `compounding` the same share of what is left. */
  shape: emissionShapeSchema.default('linear'),
  /** What it loses for each day after that: 0.03 is three points of a hundred, or 3 % of what is left. */
  lossPerDay: share.default(0.03),
  /** What it keeps however long it stays. */
  floor: share.default(0.5),
  /** By how much a challenger must beat a top of today. */
  margin: share.default(0.011),
  /** After so many days half of that is enough. */
  marginHalfLifeDays: days.gt(0, 'is not above 0').default(3.5),
  /** `winner-take-all` pays the champion alone, `top-half` also the better half of the finishers, out of what would burn. */
  weights: weightSchemeSchema.default('winner-take-all'),
  /** What this uid is given is burned, whichever hotkey holds it. */
  burnUid: z.int().nonnegative().default(0),
});

export type EmissionPolicy = Readonly<z.infer<typeof emissionPolicySchema>>;

export const DEFAULT_EMISSION_POLICY: EmissionPolicy = emissionPolicySchema.parse({});
