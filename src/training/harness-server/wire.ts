import { z } from 'zod';

/** Limits on requests from the trainer. No training step needs more. */
const MAX_STEPS = 1_024;
const MAX_EPISODES = 4_096;
export const MAX_BODY_BYTES = 256 * 1024 * 1024;

const MAX_MESSAGES = 1_000;
/** The number of calls per answer that an endpoint passes on. One answer with too many calls must not fail a batch. */
const MAX_CALLS = 64;

const problemId = z.string().min(1).max(300);

const toolCall = z.looseObject({
  function: z.looseObject({ name: z.string(), arguments: z.union([z.string(), z.record(z.string(), z.unknown())]) }),
});

const message = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullish(),
  tool_calls: z
    .array(toolCall)
    .nullish()
    .transform((calls) => calls ?? undefined),
});

const completion = z.looseObject({
  content: z
    .string()
    .nullish()
    .transform((content) => content ?? ''),
  tool_calls: z
    .array(z.looseObject({ function: z.looseObject({}) }))
    .nullish()
    .transform((calls) => (calls ?? []).slice(0, MAX_CALLS)),
});

const teacherCall = z.looseObject({
  name: z.string(),
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]),
});

export const stepsSchema = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        problem_id: problemId,
        prompt: z.array(message).max(MAX_MESSAGES),
        completion,
        teacher_actions: z.array(z.array(teacherCall).max(64)).max(256),
      }),
    )
    .max(MAX_STEPS),
});

export const rolloutsSchema = z.strictObject({
  episodes: z
    .array(
      z.strictObject({
        problem_id: problemId,
        sample: z.int().nonnegative(),
        seed: z.int().nonnegative().max(Number.MAX_SAFE_INTEGER),
      }),
    )
    .max(MAX_EPISODES),
  endpoint: z.strictObject({
    base_url: z
      .string()
      .max(300)
      .refine(isLoopback, 'must be an address on this machine, such as http://127.0.0.1:8000/v1'),
    model: z.string().min(1).max(300),
  }),
  temperature: z.number().min(0).max(2),
  top_p: z.number().gt(0).max(1),
  max_turns: z.int().min(1).max(200),
  max_tokens: z.int().min(1).max(100_000),
});

export type RolloutsRequest = Readonly<z.infer<typeof rolloutsSchema>>;
export type RolloutEpisode = RolloutsRequest['episodes'][number];

/** Problems go only to a model on this machine, even with a valid token. */
function isLoopback(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return false;
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
