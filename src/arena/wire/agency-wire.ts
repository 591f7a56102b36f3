import { z } from 'zod';

/** Validators' reports of who decides. An extension by Assay; other clients need not support it. */

const share = z.number().min(0).max(1);
const attempts = z.int().min(0).max(1_000);

const followCountSchema = z
  .object({ followed: z.int().min(0), of: z.int().min(0).max(10_000) })
  .refine(({ followed, of }) => followed <= of, { path: ['followed'], error: 'is more than was observed' });

export const followCountsSchema = z.object({
  search: followCountSchema,
  view: followCountSchema,
  recommend: followCountSchema,
});

/** Part of a claim: how many probe attempts the run should have, and the observations of earlier runs. */
export const wantedProbesSchema = z.object({
  attempts,
  observed: followCountsSchema,
  /** Observations by validator, so that none outvotes the others; older arenas do not send it. */
  by_validator: z.array(followCountsSchema).max(1_000).optional(),
  /**
   * Observations of the validator that claims, in its earlier runs. They are not in `by_validator`, because its new ones
   * are added to them: they come from one observer. Older arenas do not send it.
   */
  own: followCountsSchema.optional(),
});

export const agencyReportSchema = z.object({
  /** Probe attempts that ended without a fault. */
  probe_attempts: attempts.min(1),
  scored_attempts: attempts,
  /** Changes that reached a decision, and how often the program followed them. */
  decisions: followCountsSchema,
  /** Medians over the scored attempts. */
  told: z.object({ search: share, recommendation: share, request_shown: share }),
  /** Shares of scored attempts in which the program did something that no model had said; null if it did nothing. */
  unsaid: z.object({ searches: share.nullable(), recommendations: share.nullable() }),
  /**
   * Share of scored attempts whose recommendation was picked from several samples of one prompt without a vote; older
   * validators do not send it.
   */
  picked: share.nullable().optional(),
  /**
   * Shares of scored attempts whose prompts show a selection of results, or values that no record has; older validators
   * do not send it.
   */
  shown: z.object({ selected: share.nullable(), altered: share.nullable() }).optional(),
  /** Receipts of the probe attempts, to check their evidence. */
  receipt_hashes: z.array(z.stringFormat('sha256', /^[0-9a-f]{64}$/)).max(20),
  /**
   * Upload keys of their evidence, in the order of the receipts; null if not uploaded. Older validators do not send it.
   */
  evidence_keys: z.array(z.string().max(300).nullable()).max(20).optional(),
});
export type AgencyReportWire = z.output<typeof agencyReportSchema>;

export const agencyAnswerSchema = z.object({ accepted: z.boolean() });
