import { z } from 'zod';

/** How much the problem bank has left. Counts only: which problems are hidden is no business of this page. */
export const adminBankSchema = z.object({
  /** False where the arena has no bank; then nothing else says anything. */
  exists: z.boolean(),
  problems: z.int(),
  /** May still be drawn for races. */
  drawable: z.int(),
  /** Of these, not drawn in the next race because they were in a recent one. Older arenas leave it out. */
  resting: z.int().optional(),
  /** For how many races problems rest. Older arenas leave it out. */
  rest_races: z.int().optional(),
  /** Races of the usual size that this is enough for. */
  races_left: z.int(),
  /** Below this many races there is a warning. */
  low_races: z.int(),
  retire_after_draws: z.int(),
  /** What an operator should do something about. */
  warnings: z.array(z.string()),
});
