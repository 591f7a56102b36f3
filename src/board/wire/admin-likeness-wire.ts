import { z } from 'zod';
import { findingSchema } from './finding-wire.ts';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { pageFields, paging } from './paging.ts';
import { timestampSchema } from './timestamp.ts';

export const nearCopiesQuerySchema = z.object({
  /** The version on either side of a pair. */
  agent_version_id: z.guid().optional(),
  ...paging(20, 100),
});

const sideSchema = z.object({
  agent_version_id: uuidSchema,
  agent_name: z.string(),
  version_number: z.int(),
  miner_hotkey: hotkeySchema,
  submitted_at: timestampSchema,
});

/** Contains unreleased code of other contestants: for the operator only. */
export const nearCopiesSchema = z.object({
  ...pageFields,
  near_copies: z.array(
    z.object({
      version: sideSchema,
      other: sideSchema,
      shared_share: z.number(),
      noted_at: timestampSchema,
      matching_lines: z.array(
        z.object({
          line: z.int(),
          text: z.string().nullable(),
          other_line: z.int(),
          other_text: z.string().nullable(),
        }),
      ),
      /** Number of pairs not shown. */
      omitted: z.int(),
    }),
  ),
});

export const flaggedSchema = z.object({
  ...pageFields,
  submissions: z.array(
    sideSchema.extend({
      findings: z.array(findingSchema),
      near_copies: z.int(),
      highest_shared_share: z.number().nullable(),
    }),
  ),
});

export type NearCopiesQuery = z.output<typeof nearCopiesQuerySchema>;
export type NearCopiesWire = z.infer<typeof nearCopiesSchema>;
export type FlaggedWire = z.infer<typeof flaggedSchema>;
