import { z } from 'zod';

const share = z.number().min(0).max(1);

/** How much validators are trusted: the evidence they must provide, how often it is checked, and the consequences. */
export const auditPolicySchema = z.strictObject({
  /**
   * Whether a result counts only with signed evidence for every problem. `optional` is for third-party clients such as
   * ORO's validator, which upload none; the arena publishes this setting, and their results rest on their stake alone.
   */
  evidence: z.enum(['required', 'optional']).default('required'),
  /** Share of scored runs that the arena grades again from their evidence. */
  regradeShare: share.default(0.2),
  /** Whether regrading also repeats the recorded searches, in the market that the arena serves. */
  repeatSearches: z.boolean().default(true),
  /**
   * Share of scored runs that another validator runs again. Only if every model is simulated, so that answers repeat.
   */
  rerunShare: share.default(0.05),
  /** Share of problems on which an honest validator may differ from a second grading of the same evidence. */
  regradeTolerance: share.default(0.02),
  /** The same for a second run of the same agent, which may behave differently. */
  rerunTolerance: share.default(0.25),
  /** How far beyond the tolerance the lower bound of the disagreement rate must be for a validator to be excluded. */
  exclusion: share.default(0.15),
  /** Older audits no longer count. */
  windowDays: z.number().positive().default(30),
});

export type AuditPolicy = Readonly<z.infer<typeof auditPolicySchema>>;
