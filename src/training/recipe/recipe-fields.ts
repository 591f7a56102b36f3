import { z } from 'zod';

/** Fields that several parts of a recipe are made of. */
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

/** Rows of an earlier stage among those of a later one. */
export const original = {
  /** Least share of rows. */
  original_share: z.number().min(0).max(0.95),
  /** Least number, as far as there are so many: a start from the base with a handful of rows learns nothing. */
  original_least: count,
};
