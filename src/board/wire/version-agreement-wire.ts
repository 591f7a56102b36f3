import { z } from 'zod';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';

/** Two validators that ran a version on the same problems, in qualifying or in one race. */
const agreementSchema = z.object({
  suite_id: z.int(),
  phase: phaseSchema,
  race_id: uuidSchema.nullable(),
  race_number: z.int().nullable(),
  validator_hotkey: hotkeySchema,
  other_validator_hotkey: hotkeySchema,
  /** Problems that both have run. */
  problems: z.int(),
  /** Problems with the same outcome by the rules for both. */
  same: z.int(),
  /** Null if the viewer may not see the problems. */
  differing_problem_ids: z.array(uuidSchema).nullable(),
});

export const versionAgreementSchema = z.object({
  agent_version_id: uuidSchema,
  pairs: z.array(agreementSchema),
});

export type VersionAgreementWire = z.infer<typeof versionAgreementSchema>;
