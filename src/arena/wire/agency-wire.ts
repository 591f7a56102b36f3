import { z } from 'zod';

/** What validators tell of who decides; an extension of Assay's, which other clients need not know. */

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

/** Stands in a claim: how many probe attempts are wanted of the run, and what earlier runs have observed. */
export const wantedProbesSchema = z.object({
  attempts,
  observed: followCountsSchema,
  /** What each validator observed, so that none outvotes the others; older arenas send none. */
  by_validator: z.array(followCountsSchema).max(1_000).optional(),
});

export const agencyReportSchema = z.object({
  /** Those that ended without a fault. */
  probe_attempts: attempts.min(1),
  scored_attempts: attempts,
  /** Changes that reached a decision, and how often the program followed them. */
  decisions: followCountsSchema,
  /** Medians over scored attempts. */
  told: z.object({ search: share, recommendation: share, request_shown: share }),
  /** Shares of scored attempts in which the program did what no model had said; null where nothing was done. */
  unsaid: z.object({ searches: share.nullable(), recommendations: share.nullable() }),
  /** Share of scored attempts with a recommendation picked from samples of one prompt by no vote; older validators send none. */
  picked: share.nullable().optional(),
  /** Shares of scored attempts whose prompts show selections of results, or values that no record has; older validators send none. */
  shown: z.object({ selected: share.nullable(), altered: share.nullable() }).optional(),
  /** Receipts of the probe attempts, by which their evidence can be checked. */
  receipt_hashes: z.array(z.stringFormat('sha256', /^[0-9a-f]{64}$/)).max(20),
  /** Where their evidence was uploaded, in the order of the receipts; null where it was not. Older validators send none. */
  evidence_keys: z.array(z.string().max(300).nullable()).max(20).optional(),
});
export type AgencyReportWire = z.output<typeof agencyReportSchema>;

export const agencyAnswerSchema = z.object({ accepted: z.boolean() });
