import { z } from 'zod';
import { timestampSchema } from './timestamp.ts';

export const arenaOverviewSchema = z.object({
  name: z.string(),
  /** Where stake and weights are. */
  network: z.enum(['local', 'subtensor']),
  /** `open`: any hotkey may register; `admin`: the operator registers hotkeys. On subtensor the subnet decides. */
  registration: z.enum(['open', 'admin']),
  /** Whether agents use simulated models. */
  simulated: z.boolean(),
  /** The active qualifying suite. */
  suite: z.object({ suite_id: z.int(), problem_count: z.int() }).nullable(),
  validators: z.object({
    /** Number of different validators needed for one score: the larger of qualifying and race. */
    required: z.int(),
    /** Seen in the last five minutes and allowed to work. */
    connected: z.int(),
    missing: z.int(),
  }),
  /** What prevents submission or scoring of agents, most urgent first. */
  waiting_for: z.array(
    z.object({
      what: z.enum(['problems', 'models', 'validators']),
      message: z.string(),
      /** Addressed to the operator. */
      remedy: z.string(),
    }),
  ),
  /** How long a hotkey waits between submissions; older arenas leave it out. */
  cooldown_seconds: z
    .object({
      /** After an accepted file, and after one rejected for its integrity. */
      full: z.number(),
      /** After a file rejected for a security finding. */
      reduced: z.number(),
    })
    .optional(),
  /** Whether a corpus is published, so that a page need not request one that is not there; older arenas leave it out. */
  has_corpus: z.boolean().optional(),
  computed_at: timestampSchema,
});

export type ArenaOverviewWire = z.infer<typeof arenaOverviewSchema>;
