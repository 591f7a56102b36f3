import { z } from 'zod';
import { followCountsSchema } from '../../arena/wire.ts';
import { attemptLogSchema } from './attempt-wire.ts';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { timestampSchema } from './timestamp.ts';

const probeSchema = z.object({
  /** Must equal the hash of its evidence. */
  receipt_hash: z.string(),
  /** Null for viewers that may not read the evidence. */
  problem_id: uuidSchema.nullable(),
  evidence: attemptLogSchema,
});

const probeReportSchema = z.object({
  eval_run_id: uuidSchema,
  validator_hotkey: hotkeySchema,
  phase: phaseSchema,
  race_number: z.int().nullable(),
  /** Reports of invalidated runs do not count. */
  is_invalidated: z.boolean(),
  reported_at: timestampSchema,
  /** Changes that reached a decision in these attempts, and how often the program followed them. */
  decisions: followCountsSchema,
  probes: z.array(probeSchema),
});

/** Validators' reports of probe attempts, with the evidence for viewers that may read it. */
export const versionProbesSchema = z.object({
  agent_version_id: uuidSchema,
  /** Hash of the submitted file; null for viewers that may not read logs. */
  code_sha256: z.string().nullable(),
  reports: z.array(probeReportSchema),
});

export type VersionProbesWire = z.infer<typeof versionProbesSchema>;
