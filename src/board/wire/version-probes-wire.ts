import { z } from 'zod';
import { followCountsSchema } from '../../arena/wire.ts';
import { attemptLogSchema } from './attempt-wire.ts';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { timestampSchema } from './timestamp.ts';

const probeSchema = z.object({
  /** What its evidence has to hash to. */
  receipt_hash: z.string(),
  /** Null for those who may not read the evidence. */
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
  /** Changes that reached a decision in these attempts, and how often the program followed. */
  decisions: followCountsSchema,
  probes: z.array(probeSchema),
});

/** What validators reported of probe attempts, and their evidence for those who may read it. */
export const versionProbesSchema = z.object({
  agent_version_id: uuidSchema,
  /** Of the file that was submitted; null for those who may not read logs. */
  code_sha256: z.string().nullable(),
  reports: z.array(probeReportSchema),
});

export type VersionProbesWire = z.infer<typeof versionProbesSchema>;
