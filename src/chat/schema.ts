import { z } from 'zod';

/** Deeply readonly: recorded messages are never changed. */
type Immutable<T> = T extends readonly (infer Element)[]
  ? readonly Immutable<Element>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

const functionCallSchema = z.strictObject({
  name: z.string(),
  /** JSON text as the model wrote it. It may not parse. */
  arguments: z.string(),
});

/** A tool call in a message, with OpenAI's field names. */
export const toolCallSchema = z.strictObject({
  id: z.string(),
  type: z.literal('function'),
  function: functionCallSchema,
});

export type ToolCall = Immutable<z.infer<typeof toolCallSchema>>;

const contentSchema = z.union([z.string(), z.null(), z.array(z.unknown())]);

const messageSchema = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  /** A list of parts if a message has more than one text, or images. */
  content: contentSchema,
  tool_calls: z.array(toolCallSchema).optional(),
  tool_call_id: z.string().optional(),
  name: z.string().optional(),
});

/** One message of a request, with OpenAI's field names. */
export type ChatMessage = Immutable<z.infer<typeof messageSchema>>;

const tellSchema = z.strictObject({ role: z.enum(['system', 'user']), content: z.string() });
const assistantSchema = z.strictObject({
  role: z.literal('assistant'),
  content: z.string(),
  tool_calls: z.array(toolCallSchema).optional(),
});
const resultSchema = z.strictObject({
  role: z.literal('tool'),
  tool_call_id: z.string(),
  name: z.string(),
  content: z.string(),
});

const rowSchema = z.discriminatedUnion('role', [tellSchema, assistantSchema, resultSchema]);

/**
 * A message as stored in rows: narrower than `ChatMessage`, because chat templates accept only text. Tool arguments
 * stay JSON text, so that table formats cannot merge the fields of different tools.
 */
export type RowMessage = Immutable<z.infer<typeof rowSchema>>;

export const rowMessageSchema: z.ZodType<RowMessage> = rowSchema;

export type AssistantMessage = Immutable<z.infer<typeof assistantSchema>>;

/** More tokens than any context window holds. A higher reported count is rejected, and prices stay exact. */
const tokenCountSchema = z.int().min(0).max(1_000_000_000);

export const chatUsageSchema = z.object({ prompt_tokens: tokenCountSchema, completion_tokens: tokenCountSchema });

export type ChatUsage = Immutable<z.infer<typeof chatUsageSchema>>;

/**
 * A chat-completions request. Unknown fields are kept and sent. Messages are not validated here; the provider does
 * that.
 */
export const chatRequestSchema = z.looseObject({ model: z.string(), messages: z.array(z.unknown()) });

export type ChatRequest = Immutable<z.infer<typeof chatRequestSchema>>;

const responseSchema = z.looseObject({
  choices: z.array(
    z.looseObject({
      index: z.int(),
      message: z.looseObject({
        role: z.literal('assistant'),
        content: contentSchema,
        tool_calls: z.array(toolCallSchema).optional(),
      }),
      finish_reason: z.string().nullable(),
    }),
  ),
  usage: chatUsageSchema.extend({ total_tokens: tokenCountSchema.optional() }),
});

/** A response in the form of our simulated models. Responses of providers are read by `readResponse`. */
export type ChatResponse = Immutable<z.infer<typeof responseSchema>>;
