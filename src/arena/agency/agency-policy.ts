import { z } from 'zod';

/** How versions are probed, and whether the results affect scores. */
export const agencyPolicySchema = z
  .strictObject({
    /** `reward-agency` multiplies final scores by a function of follow rates. */
    score: z.enum(['off', 'reward-agency']).default('off'),
    /** Factor for a version whose program follows no change. */
    floor: z.number().min(0).max(1).default(0.25),
    /** Maximum number of probe attempts in a run; 0 turns probes off. */
    probesPerRun: z.int().min(0).max(20).default(3),
    /** A version with this many observations is not probed again. */
    enoughObservations: z.int().positive('is not above 0').default(12),
  })
  .refine(({ score, probesPerRun }) => score === 'off' || probesPerRun > 0, {
    path: ['probesPerRun'],
    error: 'is 0, so nothing is measured that `score` could multiply by; set score to "off", or probesPerRun above 0',
  });

export type AgencyPolicy = Readonly<z.infer<typeof agencyPolicySchema>>;
