import { z } from 'zod';
import { contentText } from '../../chat/content-text.ts';
import type { RowMessage } from '../../chat/schema.ts';
import { isJsonObject, type JsonObject, ownField, textOf } from '../../json/json-object.ts';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';
import {
  type ClaimedConversation,
  type ClaimedTurn,
  claimedMarkIn,
  exportedFactsSchema,
  isRewrittenId,
  type LogReader,
} from './claimed-conversation.ts';
import { logMessages } from './log-messages.ts';
import { readGuarded } from './read-guarded.ts';
import { toolSchemas } from './tool-schemas.ts';

const content = z.union([z.string(), z.array(z.unknown())]).nullable();
const text = z.string().nullish();
const numbers = z.array(z.number()).nullish().catch(null);
const extra = z.record(z.string(), z.unknown()).nullish().catch(null);

const callSchema = z.looseObject({
  tool_call_id: z.string(),
  function_name: z.string(),
  arguments: z.unknown().optional(),
  extra,
});

const stepSchema = z.looseObject({
  source: z.enum(['system', 'user', 'agent']),
  message: content,
  model_name: text,
  reasoning_content: text,
  tool_calls: z.array(callSchema).max(64).nullish(),
  observation: z
    .looseObject({ results: z.array(z.looseObject({ source_call_id: text, content: content.optional() })) })
    .nullish(),
  metrics: z.looseObject({ prompt_token_ids: numbers, completion_token_ids: numbers, logprobs: numbers }).nullish(),
  is_copied_context: z.boolean().nullish(),
  extra,
});

const trajectorySchema = z.looseObject({
  schema_version: z.string(),
  session_id: text,
  trajectory_id: text,
  agent: z.looseObject({
    name: z.string(),
    version: z.string(),
    model_name: text,
    tool_definitions: z.unknown().optional(),
    extra,
  }),
  steps: z.array(stepSchema).min(1),
  final_metrics: z.unknown().optional(),
  extra,
});

/** Versions before 1.7 are subsets of it. 1.8 adds audio, which is not text and is rejected as such. */
const KNOWN_VERSION = /^ATIF-v1\.[0-8]$/;

/** Agent Trajectory Interchange Format, written by Harbor and other harnesses. */
export const atifLog: LogReader = {
  format: 'atif',
  about: 'Agent Trajectory Interchange Format up to 1.8, a trajectory a line or a file',
  unit: 'document',
  recognises: (document) =>
    isJsonObject(document) &&
    (textOf(document.schema_version) ?? '').startsWith('ATIF-') &&
    Array.isArray(document.steps),
  read: (documents) => documents.map((document) => readGuarded(() => readTrajectory(document))),
};

function readTrajectory(document: unknown): ClaimedConversation | Quarantined {
  const version = textOf(ownField(document, 'schema_version')) ?? '';
  if (!KNOWN_VERSION.test(version)) {
    return quarantine('SCHEMA_UNKNOWN', `its version is ${version.slice(0, 40)}, ATIF-v1.8 is the newest known`);
  }
  const parsed = trajectorySchema.safeParse(document);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    return quarantine('NOT_AN_ATTEMPT', `ATIF: ${path.join('.')}: ${message}`);
  }
  const { session_id, trajectory_id, agent, steps, extra } = parsed.data;
  // Several trajectories may share a session.
  const id = trajectory_id ?? null;
  if (extra?.source === 'rewritten' || extra?.rewritten !== undefined || isRewrittenId(id)) {
    return quarantine('REWRITTEN', 'its reasoning was written afterwards', id ?? undefined);
  }
  const listed: unknown[] = [];
  const turns: ClaimedTurn[] = [];
  for (const step of steps) {
    if (step.source === 'agent') turns.push(turnOf(step, listed.length));
    listed.push(...messagesOf(step));
  }
  const { messages, flaw } = logMessages(listed);
  const sha256 = /^[0-9a-f]{64}$/.test(agent.version) ? agent.version : null;
  return {
    format: 'atif',
    producer: `${agent.name} ${sha256 === null ? agent.version : ''}`.trim().slice(0, 400),
    id,
    problem: textOf(extra?.problem_id) ?? null,
    query: textOf(extra?.query) ?? null,
    agent: sha256,
    licence: textOf(extra?.licence) ?? null,
    model: agent.model_name ?? '',
    simulated: agent.extra?.simulated === true,
    messages,
    tools: toolSchemas(agent.tool_definitions),
    turns,
    side_completions: 0,
    fault: flaw,
    said: { ...(session_id && { session_id: session_id.slice(0, 200) }), ...saidBy(extra) },
    earlier: claimedMarkIn(extra?.claimed),
    exported: exportedFactsSchema.safeParse(extra).data,
  };
}

function turnOf({ model_name, metrics, extra }: z.infer<typeof stepSchema>, message: number): ClaimedTurn {
  return {
    message,
    model: model_name ?? null,
    finish_reason: textOf(extra?.finish_reason) ?? null,
    latency_ms: typeof extra?.latency_ms === 'number' ? extra.latency_ms : 0,
    prompt_token_ids: metrics?.prompt_token_ids ?? null,
    token_ids: metrics?.completion_token_ids ?? null,
    logprobs: metrics?.logprobs ?? null,
  };
}

function messagesOf(step: z.infer<typeof stepSchema>): unknown[] {
  const { source, message, reasoning_content, tool_calls, observation } = step;
  const calls = tool_calls?.map(({ tool_call_id, function_name, arguments: given, extra }) => ({
    id: tool_call_id,
    function: { name: function_name, arguments: textOf(extra?.arguments_text) ?? given },
  }));
  const role: RowMessage['role'] = source === 'agent' ? 'assistant' : source;
  const said = {
    role,
    content: message,
    ...(reasoning_content && { reasoning_content }),
    ...(calls && calls.length > 0 && { tool_calls: calls }),
  };
  const results = (observation?.results ?? []).map(({ source_call_id, content }, place) => ({
    role: 'tool',
    tool_call_id: source_call_id ?? calls?.[place]?.id ?? '',
    content: contentText(content ?? ''),
  }));
  return [said, ...results];
}

const SAID = ['trains', 'fidelity', 'replaced_prompts', 'receipt', 'outcome', 'split', 'leak_cluster'] as const;

/** The fields that our own exports write about their rows. Other harnesses put arbitrary data into `extra`. */
function saidBy(extra: JsonObject | null | undefined): JsonObject {
  return Object.fromEntries(SAID.flatMap((key) => (extra?.[key] === undefined ? [] : [[key, extra[key]]])));
}
