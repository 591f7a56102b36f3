import { z } from 'zod';
import { MEASURES } from './arm-rates.ts';

const label = z.string().min(1).max(200);
const interval = z.object({ low: z.number(), high: z.number() }).nullable();
const part = z.object({
  part: label,
  problems: z.int().nonnegative(),
  estimate: z.object({ value: z.number(), interval }).nullable(),
});
const measure = z.enum(MEASURES);

/** The fields of `arms.json` (written by `assay train arms`) that a page shows. Public, so only names and numbers. */
export const armsDocumentSchema = z.object({
  /** Temperature of the sampled episodes. */
  temperature: z.number(),
  arms: z
    .array(
      z.object({
        label,
        measure,
        seeds: z.int().nonnegative(),
        by_seed: z.array(z.number()).max(100),
        /** All problems first, then subsets of them. */
        parts: z.array(part).max(20),
      }),
    )
    .max(100),
  comparisons: z
    .array(
      z.object({
        left: label,
        right: label,
        measure,
        family: z.enum(['planned', 'exploratory']),
        parts: z
          .array(
            part.extend({
              estimate: z.object({ value: z.number(), interval, probability: z.number() }).nullable(),
            }),
          )
          .max(20),
        corrected: z.number().nullable(),
        different: z.boolean(),
      }),
    )
    .max(500),
  unanswered: z.array(z.array(label).length(2)).max(100),
  unfinished: z
    .array(z.object({ label, seed: z.string().max(20), missing: z.enum(['training', 'measurement']) }))
    .max(100),
});

export type ArmsDocument = z.infer<typeof armsDocumentSchema>;

/** File name in the folder of an experiment, then the name of results kept in the repository. */
export const ARMS_FILES = ['arms.json', 'experiment.json'] as const;
