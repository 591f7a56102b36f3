import { z } from 'zod';
import { licenceSchema } from '../../arena/browser.ts';
import { findingSchema } from './finding-wire.ts';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { queuePositionSchema } from './queue-position-wire.ts';
import { timestampSchema } from './timestamp.ts';

/** Answer to an accepted submission. */
export const submissionAnswerSchema = z.object({
  admission_status: z.literal('ACCEPTED'),
  hotkey: hotkeySchema,
  agent_id: uuidSchema,
  agent_version_id: uuidSchema,
  next_allowed_at: timestampSchema,
  message: z.string(),
  is_flagged: z.boolean(),
  /** Another contestant submitted the same program before, so it is not evaluated. Older arenas leave it out. */
  is_duplicate: z.boolean().optional(),
  /** Missing in arenas without licences. */
  licence: licenceSchema.nullish(),
  licence_is_default: z.boolean().optional(),
  queue: queuePositionSchema,
});

/** Answer to a check without a submission. */
export const checkAnswerSchema = z.object({
  verdict: z.enum(['accepted', 'rejected']),
  flagged: z.boolean(),
  violations: z.array(findingSchema),
  omitted: z.int(),
  would_cost: z.enum(['nothing', 'reduced cooldown', 'full cooldown']),
});

/** Details of a rejection, beside its message. */
export const refusalDetailsSchema = z.object({
  violations: z.array(findingSchema),
  omitted: z.int(),
  remaining_seconds: z.int(),
});

export type SubmissionAnswer = z.output<typeof submissionAnswerSchema>;
export type AgentCheckWire = z.output<typeof checkAnswerSchema>;
