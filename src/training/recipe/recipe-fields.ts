import { z } from 'zod';

/** Fields used in several parts of a recipe. */
export const count = z.int().nonnegative();
export const some = z.int().positive();
export const share = z.number().min(0).max(1);
export const seconds = z.number().positive().nullable();
export const text = z.string().min(1);

/** Episodes through the harness on train problems. */
export const samples = z.strictObject({
  k: some,
  temperature: z.number().min(0).max(2),
  top_p: share,
  seed: count,
  deadline_seconds: seconds,
});

export type SampleSettings = z.infer<typeof samples>;

/** Rows of an earlier stage that are added to those of a later stage. */
export const original = {
  /** Minimum share of rows. */
  original_share: z.number().min(0).max(0.95),
  /** Minimum number, if there are that many. Training from the base model on a handful of rows has no effect. */
  original_least: count,
};

/**
 * Holds out the rows of a share of problems, measures their loss every `every_steps` steps, exports the best weights,
 * and stops after `patience` measurements without improvement. `null` trains on all rows to the last step.
 */
export const earlyStopping = z
  .strictObject({ share: z.number().gt(0).lt(1), every_steps: some, patience: some })
  .nullable()
  .default(null);
