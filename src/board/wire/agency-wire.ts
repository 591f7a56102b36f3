import { z } from 'zod';
import { intervalSchema } from './interval.ts';

/** A score with and without the agency policy, whichever counts. */
export const scoreAgencySchema = z.object({
  /** The agency factor; null for a version that was not probed. */
  factor: z.number().nullable(),
  /** Null while there is no score or it is hidden. */
  score_with: z.number().nullable(),
  score_without: z.number().nullable(),
  /** Whether `score_with` is the score that counts. */
  is_applied: z.boolean(),
});

const followRateSchema = z.object({
  followed: z.int(),
  of: z.int(),
  interval: intervalSchema,
  decides: z.enum(['model', 'program', 'unknown']),
  /**
   * The basis: follow rates, or scored attempts in which the program did what no model said, or told its model what to
   * say.
   */
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

/** Who decides in a version, measured by what its program did when its model's answers were changed. */
export const versionAgencySchema = scoreAgencySchema.extend({
  /** Number of runs whose validators reported probes. */
  reports: z.int(),
  probe_attempts: z.int(),
  decisions: z.object({ search: followRateSchema, view: followRateSchema, recommend: followRateSchema }),
  /** How much of the model's output its program had put into the prompt, and how much of the request the model sees. */
  told: z.object({ search: z.number(), recommendation: z.number(), request_shown: z.number() }),
  /** Share of attempts in which the program did what no model had said; null if there were none. */
  unsaid: z.object({ searches: z.number().nullable(), recommendations: z.number().nullable() }),
  /** Share of attempts in which the program picked one of several answers to the same prompt against their majority. */
  picked: z.number().nullish(),
  /** Shares of attempts whose prompts show a selection of the results, or prices and titles that no record has. */
  shown: z.object({ selected: z.number().nullable(), altered: z.number().nullable() }).optional(),
});

export type ScoreAgencyWire = z.infer<typeof scoreAgencySchema>;
export type VersionAgencyWire = z.infer<typeof versionAgencySchema>;
