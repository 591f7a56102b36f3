import { z } from 'zod';
import { isJsonObject, type JsonObject, listOf, ownField, textOf } from '../../json/json-object.ts';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';
import type { ClaimedConversation, LogReader } from './claimed-conversation.ts';
import { logMessages } from './log-messages.ts';
import { type LogExchange, mainThread } from './log-threads.ts';
import { parseLogJson } from './parse-log-json.ts';
import { readGuarded } from './read-guarded.ts';
import { toolSchemas } from './tool-schemas.ts';

/** A span with its attributes as plain values, independent of the exporter. */
interface GenAiSpan {
  readonly trace: string;
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: JsonObject;
  readonly failed: string | null;
  readonly producer: string;
}

const valueSchema = z.looseObject({
  stringValue: z.string().optional(),
  boolValue: z.boolean().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
  doubleValue: z.number().optional(),
  arrayValue: z.looseObject({ values: z.array(z.unknown()).catch([]) }).optional(),
  kvlistValue: z.looseObject({ values: z.array(z.unknown()).catch([]) }).optional(),
});

const otlpSpanSchema = z.looseObject({
  traceId: z.string(),
  startTimeUnixNano: z.union([z.string(), z.number()]),
  endTimeUnixNano: z.union([z.string(), z.number()]),
  attributes: z.array(z.unknown()).catch([]),
  status: z.looseObject({ code: z.unknown().optional(), message: z.string().optional() }).optional().catch(undefined),
});

/** A span as printed by the SDK's console exporter. */
const printedSpanSchema = z.looseObject({
  context: z.looseObject({ trace_id: z.string() }),
  start_time: z.string(),
  end_time: z.string(),
  attributes: z.record(z.string(), z.unknown()),
  status: z.looseObject({ status_code: z.string(), description: z.string().optional() }).optional().catch(undefined),
});

/** Spans that follow the GenAI conventions and include messages, in OTLP's JSON or as printed by the SDK. */
export const otelLog: LogReader = {
  format: 'otel',
  about: 'OpenTelemetry spans by the GenAI conventions, with message contents: OTLP as JSON lines, or printed spans',
  unit: 'file',
  recognises: (document) =>
    Array.isArray(ownField(document, 'resourceSpans')) ||
    printedSpanSchema.safeParse(Array.isArray(document) ? document[0] : document).success,
  read(documents) {
    const spans = documents.flatMap(spansIn).filter(({ attributes }) => isChat(attributes));
    const traces = Map.groupBy(spans, ({ trace, attributes }) => {
      const conversation = textOf(attributes['gen_ai.conversation.id']);
      return conversation === undefined ? trace : `${trace}/${conversation}`;
    });
    return Array.from(traces, ([id, trace]) => readGuarded(() => readTrace(id, trace), id));
  },
};

const CHATS: ReadonlySet<unknown> = new Set(['chat', 'text_completion', 'generate_content']);

function isChat(attributes: JsonObject): boolean {
  return CHATS.has(attributes['gen_ai.operation.name']);
}

function spansIn(document: unknown): GenAiSpan[] {
  if (Array.isArray(document)) return document.flatMap((each) => (isJsonObject(each) ? spansIn(each) : []));
  const printed = printedSpanSchema.safeParse(document);
  if (printed.success) {
    const { context, start_time, end_time, attributes, status } = printed.data;
    return [
      {
        trace: context.trace_id.replace(/^0x/, ''),
        start: nanoseconds(start_time),
        end: nanoseconds(end_time),
        attributes,
        failed: status?.status_code === 'ERROR' ? (status.description ?? 'no reason given') : null,
        producer: 'opentelemetry',
      },
    ];
  }
  return listOf(ownField(document, 'resourceSpans')).flatMap((resource) =>
    listOf(ownField(resource, 'scopeSpans')).flatMap((scoped) => {
      const scope = ownField(scoped, 'scope');
      const producer = `${textOf(ownField(scope, 'name')) ?? 'opentelemetry'} ${textOf(ownField(scope, 'version')) ?? ''}`;
      return listOf(ownField(scoped, 'spans')).flatMap((span) => otlpSpan(span, producer.trim().slice(0, 400)));
    }),
  );
}

function otlpSpan(value: unknown, producer: string): GenAiSpan[] {
  const span = otlpSpanSchema.safeParse(value);
  if (!span.success) return [];
  const { traceId, startTimeUnixNano, endTimeUnixNano, attributes, status } = span.data;
  const isError = status?.code === 2 || status?.code === 'STATUS_CODE_ERROR';
  return [
    {
      trace: traceId,
      start: integer(startTimeUnixNano),
      end: integer(endTimeUnixNano),
      attributes: keyValues(attributes, 0),
      failed: isError ? (status.message ?? 'no reason given') : null,
      producer,
    },
  ];
}

function keyValues(pairs: readonly unknown[], depth: number): JsonObject {
  const entries = pairs.flatMap((pair) => {
    const key = textOf(ownField(pair, 'key'));
    return key === undefined ? [] : [[key, plainValue(ownField(pair, 'value'), depth)] as const];
  });
  return Object.fromEntries(entries);
}

const MAX_DEPTH = 40;

function plainValue(value: unknown, depth: number): unknown {
  const parsed = valueSchema.safeParse(value);
  if (!parsed.success || depth > MAX_DEPTH) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = parsed.data;
  if (arrayValue !== undefined) return arrayValue.values.map((each) => plainValue(each, depth + 1));
  if (kvlistValue !== undefined) return keyValues(kvlistValue.values, depth + 1);
  return stringValue ?? boolValue ?? (intValue === undefined ? doubleValue : Number(intValue)) ?? null;
}

function readTrace(id: string, trace: readonly GenAiSpan[]): ClaimedConversation | Quarantined {
  const ordered = trace.toSorted((left, right) => (left.start < right.start ? -1 : 1));
  const failed = ordered.find((span) => span.failed !== null);
  let flaw: string | null = null;
  const exchanges = ordered.flatMap(({ attributes, start, end }): LogExchange[] => {
    const read = logMessages([
      ...instructions(attributes),
      ...messagesIn(attributes['gen_ai.input.messages']),
      ...messagesIn(attributes['gen_ai.output.messages']).slice(0, 1),
    ]);
    flaw ??= read.flaw;
    if (read.flaw !== null || read.messages.at(-1)?.role !== 'assistant') return [];
    const model = textOf(attributes['gen_ai.response.model']) ?? textOf(attributes['gen_ai.request.model']) ?? null;
    const finish_reason = textOf(listOf(attributes['gen_ai.response.finish_reasons'])[0]) ?? null;
    const turn = { model, finish_reason, latency_ms: Number((end - start) / 1_000_000n) };
    const unknown = { prompt_token_ids: null, token_ids: null, logprobs: null };
    const tools = toolSchemas(attributes['gen_ai.tool.definitions']);
    return [{ messages: read.messages, tools, turn: { ...turn, ...unknown } }];
  });
  const thread = mainThread(exchanges);
  if (thread === undefined && flaw === null) {
    return quarantine('NOT_AN_ATTEMPT', 'OpenTelemetry: its spans hold no messages; capture of contents was off', id);
  }
  return {
    format: 'otel',
    producer: ordered[0]!.producer,
    id,
    problem: null,
    query: null,
    agent: null,
    licence: null,
    model: thread?.turns.at(-1)?.model ?? '',
    simulated: false,
    messages: thread?.messages ?? [],
    tools: thread?.tools ?? null,
    turns: thread?.turns ?? [],
    side_completions: thread?.others ?? 0,
    fault: failed === undefined ? flaw : `a span failed: ${failed.failed!.slice(0, 100)}`,
    said: {},
    earlier: null,
  };
}

function instructions(attributes: JsonObject): unknown[] {
  const parts = listFrom(attributes['gen_ai.system_instructions']);
  return parts.length === 0 ? [] : [{ role: 'system', content: textOfParts(parts) }];
}

/** Converts messages of the conventions, whose contents are lists of parts, to OpenAI's format. */
function messagesIn(value: unknown): unknown[] {
  return listFrom(value).flatMap((message): unknown[] => {
    const role = textOf(ownField(message, 'role')) ?? '';
    const parts = listOf(ownField(message, 'parts'));
    const results = parts.filter((part) => ownField(part, 'type') === 'tool_call_response');
    if (results.length > 0) {
      return results.map((part) => ({
        role: 'tool',
        tool_call_id: ownField(part, 'id'),
        content: ownField(part, 'response') ?? ownField(part, 'result'),
      }));
    }
    const calls = parts
      .filter((part) => ownField(part, 'type') === 'tool_call')
      .map((part) => ({
        id: ownField(part, 'id'),
        function: { name: ownField(part, 'name'), arguments: ownField(part, 'arguments') },
      }));
    const strange = parts.find((part) => !READ_PARTS.has(ownField(part, 'type')));
    return [
      {
        role,
        content: strange === undefined ? textOfParts(parts) : [strange],
        reasoning_content: textOfParts(parts, 'reasoning'),
        tool_calls: calls,
      },
    ];
  });
}

const READ_PARTS: ReadonlySet<unknown> = new Set(['text', 'reasoning', 'tool_call']);

function textOfParts(parts: readonly unknown[], type = 'text'): string {
  return parts
    .filter((part) => ownField(part, 'type') === type)
    .map((part) => textOf(ownField(part, 'content')) ?? '')
    .join('');
}

/** Attributes contain messages as JSON text, or as values if the exporter supports it. */
function listFrom(value: unknown): readonly unknown[] {
  const json = typeof value === 'string' ? parseLogJson(value) : undefined;
  return listOf(json === undefined ? value : json.ok ? json.value : undefined).filter(isJsonObject);
}

function integer(value: string | number): bigint {
  return /^\d{1,20}$/.test(String(value)) ? BigInt(value) : 0n;
}

function nanoseconds(time: string): bigint {
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) return 0n;
  const fraction = /\.(\d+)/.exec(time)?.[1]?.padEnd(9, '0').slice(3, 9) ?? '000000';
  return BigInt(milliseconds) * 1_000_000n + BigInt(fraction);
}
