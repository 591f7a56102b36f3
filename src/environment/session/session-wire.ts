import { z } from 'zod';
import { type ChatCompletion, readResponse } from '../../chat/read-response.ts';
import { SPLITS } from './environment-split.ts';

/**
 * Parameters of a reset. Unknown ones are rejected: a misspelt `problem_id` would silently give a different problem.
 */
export const resetSchema = z.strictObject({
  split: z.enum(SPLITS).nullish().describe('Split to take the problem from; the first one unless given.'),
  problem_id: z.string().max(300).nullish().describe('The problem with this id.'),
  index: z.int().nonnegative().nullish().describe('The problem at this place of its split, from 0.'),
  seed: z
    .int()
    .nonnegative()
    .nullish()
    .describe('Draws the problem: the same seed, the same problem. Drawn and reported when nothing is given.'),
  episode_id: z.string().max(255).nullish().describe('Name of the episode, for the state; made up unless given.'),
});

export type ResetRequest = Readonly<z.infer<typeof resetSchema>>;

const listToolsSchema = z.looseObject({ type: z.literal('list_tools') });

const callToolSchema = z.looseObject({
  type: z.literal('call_tool'),
  tool_name: z.string().max(200),
  arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).default({}),
});

/** A model's answer in the format of chat completions, read like every other answer. */
const messageSchema = z
  .looseObject({
    content: z.unknown().optional(),
    tool_calls: z.unknown().optional(),
    finish_reason: z.string().max(100).nullish(),
  })
  .refine((action) => 'content' in action || 'tool_calls' in action, 'needs content or tool_calls');

/** Actions of a step, for `/schema`. */
export const actionSchema = z.union([listToolsSchema, callToolSchema, messageSchema]);

export type StepAction =
  | { readonly kind: 'list tools' }
  | { readonly kind: 'answer'; readonly completion: ChatCompletion; readonly tool: string | null };

/** `undefined` if it is not a valid action. */
export function readAction(data: unknown): StepAction | undefined {
  if (listToolsSchema.safeParse(data).success) return { kind: 'list tools' };
  const call = callToolSchema.safeParse(data);
  if (call.success) {
    const { tool_name: name, arguments: given } = call.data;
    return answerOf({ content: '', tool_calls: [{ function: { name, arguments: given } }] }, null, name);
  }
  const message = messageSchema.safeParse(data);
  return message.success ? answerOf(message.data, message.data.finish_reason ?? null, null) : undefined;
}

function answerOf(message: object, finishReason: string | null, tool: string | null): StepAction | undefined {
  const completion = readResponse({ choices: [{ message, finish_reason: finishReason }] });
  return completion && { kind: 'answer', completion, tool };
}

const json = z.record(z.string(), z.unknown());

export const observationSchema = z.object({
  problem_id: z.string().describe('Id of the problem.'),
  split: z.enum(SPLITS),
  messages: z
    .array(json)
    .describe('After reset: system prompt and request. After a step: results of the calls, or a reminder to call.'),
  tools: z.array(json).optional().describe('After reset: the tools as chat completions carry them.'),
  assistant: json
    .nullable()
    .optional()
    .describe(
      'After a step: the answer as later turns show it, with repaired ids of calls; null when it was not read.',
    ),
  turn: z.int().describe('Answers so far.'),
  max_turns: z.int(),
  ending: z.string().nullable().describe('How the episode ended; null while it is running.'),
});

export const stateSchema = z.object({
  episode_id: z.string().nullable(),
  step_count: z.int(),
  split: z.enum(SPLITS).nullable(),
  problem_id: z.string().nullable(),
  seed: z.int().nullable(),
  done: z.boolean(),
});

export type SessionState = Readonly<z.infer<typeof stateSchema>>;
