import { z } from 'zod';
import { isJsonObject, type JsonObject, listOf, ownField, textOf } from '../../json/json-object.ts';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';
import type { ClaimedConversation, ClaimedTurn, LogReader } from './claimed-conversation.ts';
import { logMessages } from './log-messages.ts';
import { readGuarded } from './read-guarded.ts';
import { toolSchemas } from './tool-schemas.ts';

const ATTACHMENT = 'attachment://';

const headerSchema = z.looseObject({
  eval: z.looseObject({
    task: z.string(),
    model: z.string(),
    eval_id: z.string().optional(),
    packages: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
});

const sampleSchema = z.looseObject({
  id: z.union([z.string(), z.number()]),
  epoch: z.number(),
  messages: z.array(z.unknown()),
  input: z.unknown().optional(),
  uuid: z.string().nullish(),
  scores: z.record(z.string(), z.unknown()).nullish().catch(null),
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  error: z.looseObject({ message: z.string() }).nullish().catch(null),
  limit: z.looseObject({ type: z.string() }).nullish().catch(null),
  attachments: z.record(z.string(), z.string()).catch({}),
  events: z.array(z.unknown()).catch([]),
});

/** The header of an Inspect log, which applies to all its samples. */
export interface InspectHeader {
  readonly task: string;
  readonly model: string;
  readonly evalId: string;
  readonly producer: string;
}

/** Inspect's log as one JSON document. The packed format (`.eval`) has the same header and samples in files. */
export const inspectLog: LogReader = {
  format: 'inspect',
  about: 'logs of Inspect, .eval or .json',
  unit: 'file',
  recognises: (document) => isJsonObject(ownField(document, 'eval')) && ownField(document, 'version') === 2,
  read: (documents) =>
    documents.flatMap((document) => {
      const header = inspectHeader(document);
      if (header === undefined) return [quarantine('NOT_AN_ATTEMPT', 'Inspect: it has no header')];
      return listOf(ownField(document, 'samples')).map((sample) => readGuarded(() => inspectSample(sample, header)));
    }),
};

export function inspectHeader(document: unknown): InspectHeader | undefined {
  const header = headerSchema.safeParse(document);
  if (!header.success) return undefined;
  const { task, model, eval_id, packages } = header.data.eval;
  const version = textOf(packages?.inspect_ai) ?? '';
  return { task, model, evalId: eval_id ?? '', producer: `inspect_ai ${version}`.trim().slice(0, 400) };
}

export function inspectSample(value: unknown, header: InspectHeader): ClaimedConversation | Quarantined {
  const sample = sampleSchema.safeParse(value);
  if (!sample.success) {
    const { path, message } = sample.error.issues[0]!;
    return quarantine('NOT_AN_ATTEMPT', `Inspect: ${path.join('.')}: ${message}`);
  }
  const { id, epoch, uuid, input, messages: listed, scores, metadata, error, limit, attachments, events } = sample.data;
  const told = resolved(listed, attachments);
  const { messages, flaw } = logMessages(told.map(openAiMessage));
  const fault = error ? `the sample ended with an error: ${error.message.slice(0, 100)}` : flaw;
  return {
    format: 'inspect',
    producer: header.producer,
    id: uuid ?? `${header.evalId}-${id}-${epoch}`,
    problem: textOf(metadata?.problem_id) ?? null,
    query: textOf(input) ?? null,
    agent: null,
    licence: null,
    model: header.model,
    simulated: header.model.startsWith('mockllm/'),
    messages,
    tools: toolSchemas(offeredTools(events, attachments)),
    turns: told.flatMap((message, place) => turnOf(message, place)),
    side_completions: 0,
    fault,
    said: {
      task: header.task,
      sample: id,
      epoch,
      ...(scores && { scores: scoreValues(scores) }),
      ...(limit && { limit: limit.type }),
    },
    earlier: null,
  };
}

/** Replaces references by hash with the long texts that Inspect stores separately from events. */
function resolved(values: readonly unknown[], attachments: Readonly<Record<string, string>>): unknown[] {
  return values.map((value) => resolve(value, attachments, 0));
}

const MAX_DEPTH = 40;

function resolve(value: unknown, attachments: Readonly<Record<string, string>>, depth: number): unknown {
  if (typeof value === 'string') {
    const hash = value.startsWith(ATTACHMENT) ? value.slice(ATTACHMENT.length) : '';
    return Object.hasOwn(attachments, hash) ? attachments[hash] : value;
  }
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => resolve(each, attachments, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, attachments, depth + 1)]));
}

/**
 * Converts a message to OpenAI's format. Inspect has the function name in one field, and separate fields for reasoning
 * and tool errors.
 */
function openAiMessage(message: unknown): unknown {
  if (!isJsonObject(message)) return message;
  if (message.role === 'tool') {
    const error = textOf(ownField(message.error, 'message'));
    return error === undefined ? message : { ...message, content: `Error: ${error}` };
  }
  if (message.role !== 'assistant') return message;
  const calls = listOf(message.tool_calls).map((call) => ({
    id: ownField(call, 'id'),
    function: { name: ownField(call, 'function'), arguments: ownField(call, 'arguments') },
  }));
  const reasoning = listOf(message.content)
    .map((part) => textOf(ownField(part, 'reasoning')) ?? '')
    .join('');
  return { ...message, tool_calls: calls, ...(reasoning !== '' && { reasoning_content: reasoning }) };
}

function turnOf(message: unknown, place: number): ClaimedTurn[] {
  if (ownField(message, 'role') !== 'assistant') return [];
  const model = textOf(ownField(message, 'model')) ?? null;
  const unknown = { finish_reason: null, latency_ms: 0, prompt_token_ids: null, token_ids: null, logprobs: null };
  return [{ message: place, model, ...unknown }];
}

/** The tools offered in the last request. */
function offeredTools(events: readonly unknown[], attachments: Readonly<Record<string, string>>): unknown {
  const last = events.findLast(
    (event) => ownField(event, 'event') === 'model' && listOf(ownField(event, 'tools')).length > 0,
  );
  return resolved(listOf(ownField(last, 'tools')), attachments);
}

function scoreValues(scores: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, ownField(score, 'value') ?? null]));
}
