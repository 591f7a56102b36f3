import { z } from 'zod';

/** How much the problem bank has left. Counts only, so that hidden problems stay hidden. */
export const adminBankSchema = z.object({
  /** False if the arena has no bank; then the other fields are meaningless. */
  exists: z.boolean(),
  problems: z.int(),
  /** Problems that can still be drawn for races. */
  drawable: z.int(),
  /**
   * Drawable problems that are excluded from the next race because they were in a recent one. Older arenas leave it
   * out.
   */
  resting: z.int().optional(),
  /** For how many races a problem is paused. Older arenas leave it out. */
  rest_races: z.int().optional(),
  /** Number of races of the usual size that this is enough for. */
  races_left: z.int(),
  /** Below this many races there is a warning. */
  low_races: z.int(),
  retire_after_draws: z.int(),
  /** Problems that the operator should address. */
  warnings: z.array(z.string()),
});
