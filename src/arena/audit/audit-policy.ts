import { z } from 'zod';

const share = z.number().min(0).max(1);

/** How far validators are believed: what they must show for a result, how often it is checked, and what follows. */
export const auditPolicySchema = z.strictObject({
  /**
   * Whether a result counts only with the signed evidence of every problem. `optional` is for clients of other makers, such
   * as ORO's validator, which upload none; the arena says so publicly, and their results rest on their stake alone.
   */
  evidence: z.enum(['required', 'optional']).default('required'),
  /** Of scored runs, graded again by the arena from their evidence. */
  regradeShare: share.default(0.2),
  /** Of scored runs, run again by another validator. Only where every model is simulated, so that answers repeat. */
  rerunShare: share.default(0.05),
  /** Share of problems on which an honest validator may differ from a second grading of the same evidence. */
  regradeTolerance: share.default(0.02),
  /** The same for a second run of the same agent, which need not do the same again. */
  rerunTolerance: share.default(0.25),
  /** How far beyond the tolerance the rate of disagreement must surely lie for a validator to be excluded. */
  exclusion: share.default(0.15),
  /** Audits that are older say nothing about a validator any more. */
  windowDays: z.number().positive().default(30),
});

export type AuditPolicy = Readonly<z.infer<typeof auditPolicySchema>>;
