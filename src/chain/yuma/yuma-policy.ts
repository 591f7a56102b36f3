import { z } from 'zod';

const share = z.number().min(0, 'is below 0').max(1, 'is above 1');

export const yumaPolicySchema = z.strictObject({
  /** The share of stake that must support a weight. */
  kappa: share.gt(0, 'is not above 0').default(0.5),
  /** Share of a bond that a validator loses on weight above consensus: 0 none, 1 all of it. */
  bondsPenalty: share.default(1),
  /** Weight of one epoch in the moving average of bonds. */
  bondsAlpha: share.default(0.1),
  /** The subnet's owner may give weight to itself; the emission schedule burns that part. */
  ownerUid: z.int().nonnegative().default(0),
});

export type YumaPolicy = Readonly<z.infer<typeof yumaPolicySchema>>;

export const DEFAULT_YUMA_POLICY: YumaPolicy = yumaPolicySchema.parse({});
