import { z } from 'zod';
import { intervalSchema } from './interval.ts';

/** A score with and without the agency policy, whichever of them counts. */
export const scoreAgencySchema = z.object({
  /** What follow rates make of a score; null for a version that was not probed. */
  factor: z.number().nullable(),
  /** Null while there is no score, or it may not be seen. */
  score_with: z.number().nullable(),
  score_without: z.number().nullable(),
  /** Whether the score that counts is the one with. */
  is_applied: z.boolean(),
});

const followRateSchema = z.object({
  followed: z.int(),
  of: z.int(),
  interval: intervalSchema,
  decides: z.enum(['model', 'program', 'unknown']),
  /** Follow rates, or what scored attempts show: the program did what no model said, or told its model what to say. */
  why: z.enum([
    'followed',
    'ignored',
    'unsaid',
    'picked',
    'selected',
    'altered',
    'told',
    'request hidden',
    'not observed',
  ]),
});

/** Who decides in a version, by what its program did when its model's words were changed. */
export const versionAgencySchema = scoreAgencySchema.extend({
  /** Runs whose validators reported probes. */
  reports: z.int(),
  probe_attempts: z.int(),
  decisions: z.object({ search: followRateSchema, view: followRateSchema, recommend: followRateSchema }),
  /** How much of what the model says its program had told it, and how much of the request the model sees. */
  told: z.object({ search: z.number(), recommendation: z.number(), request_shown: z.number() }),
  /** Share of attempts in which the program did what no model had said; null where nothing was done. */
  unsaid: z.object({ searches: z.number().nullable(), recommendations: z.number().nullable() }),
  /** Share of attempts in which it picked one of several answers to the same prompt, against their majority. */
  picked: z.number().nullish(),
  /** Shares of attempts whose prompts show selections of results, or prices and titles that no record has. */
  shown: z.object({ selected: z.number().nullable(), altered: z.number().nullable() }).optional(),
});

export type ScoreAgencyWire = z.infer<typeof scoreAgencySchema>;
export type VersionAgencyWire = z.infer<typeof versionAgencySchema>;
