import { z } from 'zod';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { cursorFields, cursorPaging } from './paging.ts';
import { timestampSchema } from './timestamp.ts';

/** A validator's trust and the counts behind it, for the current window. */
export const validatorAuditSchema = z.object({
  /** 1 if nothing counts against it; 0 excludes it. */
  trust: z.number(),
  is_excluded: z.boolean(),
  excluded_reason: z.string().nullable(),
  problems_regraded: z.int(),
  regrades_differ: z.int(),
  problems_rerun: z.int(),
  reruns_differ: z.int(),
  runs_with_forged_evidence: z.int(),
});
export type ValidatorAuditWire = z.infer<typeof validatorAuditSchema>;

export const auditsQuerySchema = z.object(cursorPaging(100, 500));
export type AuditsQuery = z.output<typeof auditsQuerySchema>;

export const auditsSchema = z.object({
  /** `optional`: results count without evidence, backed only by their validators' stake. */
  evidence: z.enum(['required', 'optional']),
  policy: z.object({
    regrade_share: z.number(),
    rerun_share: z.number(),
    regrade_tolerance: z.number(),
    rerun_tolerance: z.number(),
    exclusion: z.number(),
    window_days: z.number(),
  }),
  ...cursorFields,
  /** Finished audits, newest first. Only the operator sees which problems differ. */
  audits: z.array(
    z.object({
      eval_run_id: uuidSchema,
      validator_hotkey: hotkeySchema,
      kind: z.enum(['regrade', 'rerun', 'evidence']),
      /** Null for races, whose problems are hidden. */
      problems: z.int().nullable(),
      differ: z.int().nullable(),
      finished_at: timestampSchema,
    }),
  ),
});
export type AuditsWire = z.infer<typeof auditsSchema>;
