import { z } from 'zod';

/** How qualifying results are compared with results on unpublished problems. */
export const twinPolicySchema = z.strictObject({
  /**
   * Twins in each qualifying run, as a share of the suite's size; attempts increase by the same share. 0 turns the
   * comparison off.
   */
  share: z.number().min(0, 'is below 0').max(1, 'is above 1').default(0.33),
  /** Probability that a version that memorises nothing is ever marked, over all its evaluations on a suite. */
  falseAlarms: z.number().positive('is not above 0').max(0.2, 'is above 0.2').default(0.01),
  /** Smaller differences between success rates are not marked, however significant. */
  leastDifference: z.number().min(0, 'is below 0').max(1, 'is above 1').default(0.2),
  /** How many versions may be given a twin before it is used up. */
  versionsPerTwin: z.int().positive('is not above 0').default(10),
});

export type TwinPolicy = Readonly<z.infer<typeof twinPolicySchema>>;

/** How many twins a run on this many problems gets. */
export function twinsPerRun({ share }: Pick<TwinPolicy, 'share'>, problems: number): number {
  return Math.round(share * problems);
}
