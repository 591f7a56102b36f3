import { z } from 'zod';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';

/** Two validators that ran a version on the same problems, for qualifying or for one race. */
const agreementSchema = z.object({
  suite_id: z.int(),
  phase: phaseSchema,
  race_id: uuidSchema.nullable(),
  race_number: z.int().nullable(),
  validator_hotkey: hotkeySchema,
  other_validator_hotkey: hotkeySchema,
  /** That both have run. */
  problems: z.int(),
  /** On which the rules came to the same outcome on both machines. */
  same: z.int(),
  /** Null where the problems themselves are not the viewer's to know. */
  differing_problem_ids: z.array(uuidSchema).nullable(),
});

export const versionAgreementSchema = z.object({
  agent_version_id: uuidSchema,
  pairs: z.array(agreementSchema),
});

export type VersionAgreementWire = z.infer<typeof versionAgreementSchema>;
