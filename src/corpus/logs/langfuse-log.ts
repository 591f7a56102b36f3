import { z } from 'zod';
import { firstChoice } from '../../chat/read-response.ts';
import { isJsonObject, listOf, ownField, textOf } from '../../json/json-object.ts';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';
import type { ClaimedConversation, LogReader } from './claimed-conversation.ts';
import { logMessages } from './log-messages.ts';
import { type LogExchange, mainThread } from './log-threads.ts';
import { parseLogJson } from './parse-log-json.ts';
import { readGuarded } from './read-guarded.ts';
import { toolSchemas } from './tool-schemas.ts';

/** Has the field names of the API and, in snake case, those of exports to blob storage. */
const observationSchema = z
  .looseObject({
    id: z.string(),
    traceId: z.string().nullish(),
    trace_id: z.string().nullish(),
    type: z.string(),
    startTime: z.string().nullish(),
    start_time: z.string().nullish(),
    input: z.unknown().optional(),
    output: z.unknown().optional(),
    model: z.string().nullish().catch(null),
    provided_model_name: z.string().nullish().catch(null),
    latency: z.number().nullish().catch(null),
    level: z.string().nullish().catch(null),
    statusMessage: z.string().nullish().catch(null),
  })
  .transform((observation) => ({
    ...observation,
    traceId: observation.traceId ?? observation.trace_id ?? '',
    startTime: observation.startTime ?? observation.start_time ?? '',
    model: observation.model ?? observation.provided_model_name ?? null,
  }));

type Observation = z.infer<typeof observationSchema>;

/** Observations of Langfuse: pages of its API, JSON and JSON-lines exports, or traces that contain them. */
export const langfuseLog: LogReader = {
  format: 'langfuse',
  about: 'observations of Langfuse: API pages, traces with observations, exports as JSON or JSON lines',
  unit: 'file',
  recognises: (document) => observationsIn(document).length > 0,
  read(documents) {
    const observations = documents.flatMap(observationsIn).flatMap((value) => {
      const parsed = observationSchema.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    });
    const traces = Map.groupBy(observations, ({ traceId }) => traceId);
    return Array.from(traces, ([id, trace]) => readGuarded(() => readTrace(id, trace), id));
  },
};

const KINDS: ReadonlySet<unknown> = new Set([
  ...['GENERATION', 'SPAN', 'EVENT', 'AGENT', 'TOOL', 'CHAIN', 'RETRIEVER', 'EVALUATOR', 'EMBEDDING', 'GUARDRAIL'],
]);

function observationsIn(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document.flatMap((each) => (isJsonObject(each) ? observationsIn(each) : []));
  if (!isJsonObject(document)) return [];
  if (isObservation(document)) return [document];
  const nested = ['data', 'observations'].map((key) => listOf(document[key])).find(({ length }) => length > 0) ?? [];
  return nested.flatMap((each) =>
    isObservation(each) ? [each] : listOf(ownField(each, 'observations')).filter(isObservation),
  );
}

function isObservation(value: unknown): boolean {
  const trace = ownField(value, 'traceId') ?? ownField(value, 'trace_id');
  return typeof trace === 'string' && KINDS.has(ownField(value, 'type'));
}

function readTrace(id: string, trace: readonly Observation[]): ClaimedConversation | Quarantined {
  const generations = trace
    .filter(({ type }) => type === 'GENERATION')
    .toSorted((left, right) => (left.startTime < right.startTime ? -1 : 1));
  if (generations.length === 0) return quarantine('NOT_AN_ATTEMPT', 'Langfuse: the trace has no generation', id);
  let flaw: string | null = null;
  const exchanges = generations.flatMap((generation): LogExchange[] => {
    const { messages, tools } = requestOf(generation.input);
    const answer = answerOf(generation.output);
    if (answer === undefined) return [];
    const read = logMessages([...messages, answer]);
    flaw ??= read.flaw;
    if (read.flaw !== null) return [];
    const latency_ms = Math.round((generation.latency ?? 0) * 1_000);
    const turn = { model: generation.model, finish_reason: null, latency_ms };
    const unknown = { prompt_token_ids: null, token_ids: null, logprobs: null };
    return [{ messages: read.messages, tools: toolSchemas(tools), turn: { ...turn, ...unknown } }];
  });
  const thread = mainThread(exchanges);
  const failed = trace.find(({ level }) => level === 'ERROR');
  return {
    format: 'langfuse',
    producer: 'langfuse',
    id,
    problem: null,
    query: null,
    agent: null,
    licence: null,
    model: generations.at(-1)!.model ?? '',
    simulated: false,
    messages: thread?.messages ?? [],
    tools: thread?.tools ?? null,
    turns: thread?.turns ?? [],
    side_completions: thread?.others ?? 0,
    fault:
      failed === undefined ? flaw : `an observation has the level ERROR: ${(failed.statusMessage ?? '').slice(0, 100)}`,
    said: {},
    earlier: null,
  };
}

/** Blob exports contain input and output as JSON text. */
function unpacked(value: unknown): unknown {
  const json = typeof value === 'string' && /^\s*[[{]/.test(value) ? parseLogJson(value) : undefined;
  return json?.ok === true ? json.value : value;
}

function requestOf(input: unknown): { readonly messages: readonly unknown[]; readonly tools: unknown } {
  const given = unpacked(input);
  if (Array.isArray(given)) return { messages: given, tools: undefined };
  if (isJsonObject(given)) return { messages: listOf(given.messages), tools: given.tools };
  return { messages: typeof given === 'string' ? [{ role: 'user', content: given }] : [], tools: undefined };
}

function answerOf(output: unknown): unknown {
  const given = unpacked(output);
  if (Array.isArray(given)) return given.at(-1);
  if (typeof given === 'string') return { role: 'assistant', content: given };
  if (!isJsonObject(given)) return undefined;
  const message = ownField(firstChoice(given), 'message') ?? given;
  return textOf(ownField(message, 'role')) === undefined ? undefined : message;
}
