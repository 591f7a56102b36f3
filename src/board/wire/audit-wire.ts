import { z } from 'zod';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { cursorFields, cursorPaging } from './paging.ts';
import { timestampSchema } from './timestamp.ts';

/** How far a validator is believed, and what that rests on: counts of the current window. */
export const validatorAuditSchema = z.object({
  /** 1 as long as nothing speaks against it; 0 excludes it. */
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
  /** `optional`: results count without evidence, and rest on the stake of their validators alone. */
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
  /** Finished ones, the newest first. Which problems differ is the operator's to see. */
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
