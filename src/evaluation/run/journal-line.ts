import { z } from 'zod';
import { PROVIDER_FAILURES } from '../../chat/client.ts';
import { ENDINGS } from '../harness/episode.ts';

const count = z.int().nonnegative();
const seconds = z.number().nonnegative().nullable();
const key = {
  problem_id: z.string().min(1),
  mode: z.enum(['greedy', 'sampled']),
  sample: count,
};

const episodeLineSchema = z.strictObject({
  kind: z.literal('episode'),
  ...key,
  seed: count.nullable(),
  ending: z.enum(ENDINGS),
  success: z.boolean(),
  benchmark_success: z.boolean(),
  /** Share of the requirements that were met, by both rule sets. */
  rule: z.number(),
  benchmark_rule: z.number(),
  flags: z.array(z.string()).readonly(),
  failure: z.string().nullable(),
  turns: count,
  calls: count,
  valid_calls: count,
  repeats: count,
  unseen_products: count,
  idle_answers: count,
  cut_off: count,
  /** `null` if the provider does not report it. */
  prompt_tokens: count.nullable(),
  completion_tokens: count.nullable(),
  price_microdollars: count.nullable(),
  first_token_seconds: seconds,
  seconds,
  retries: count,
  /** Turns whose token ids, or log-probabilities, were returned and kept. */
  token_ids_kept: count,
  log_probabilities_kept: count,
  /** SHA-256 of the episode's line in the transcripts. */
  transcript: z.string().regex(/^[0-9a-f]{64}$/),
});

const failureLineSchema = z.strictObject({
  kind: z.literal('provider failure'),
  ...key,
  failure: z.enum(PROVIDER_FAILURES),
  detail: z.string(),
  turn: z.int().positive(),
  retries: count,
});

export const journalLineSchema = z.discriminatedUnion('kind', [episodeLineSchema, failureLineSchema]);

/** One measured episode. */
export type EpisodeLine = Readonly<z.infer<typeof episodeLineSchema>>;
/** One try that failed because of the provider. */
export type FailureLine = Readonly<z.infer<typeof failureLineSchema>>;
export type JournalLine = EpisodeLine | FailureLine;
