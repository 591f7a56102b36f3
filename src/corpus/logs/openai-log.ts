import { z } from 'zod';
import { BETWEEN_RESULTS } from '../../chat/chat-text.ts';
import { firstChoice } from '../../chat/read-response.ts';
import { readSpoken } from '../../chat/spoken-calls.ts';
import { ownField, textOf } from '../../json/json-object.ts';
import { isQuarantined, type Quarantined, quarantine } from '../intake/quarantine.ts';
import { CallChains } from './call-chains.ts';
import {
  type ClaimedConversation,
  type ClaimedTurn,
  claimedMarkIn,
  isRewrittenId,
  type LogReader,
} from './claimed-conversation.ts';
import { logMessages } from './log-messages.ts';
import { readGuarded } from './read-guarded.ts';
import { toolSchemas } from './tool-schemas.ts';

const MAX_TEXT = 400;

/** One conversation per line: `{"messages": […], "tools": […]}` as for fine-tuning, or the bare list of messages. */
const lineSchema = z.looseObject({
  messages: z.array(z.unknown()).min(1),
  tools: z.unknown().optional(),
  functions: z.unknown().optional(),
  id: z.union([z.string(), z.number()]).optional().catch(undefined),
  problem_id: z.string().max(MAX_TEXT).optional().catch(undefined),
  model: z.string().max(MAX_TEXT).optional().catch(undefined),
  licence: z.string().max(MAX_TEXT).optional().catch(undefined),
  /** Only in our own exports. */
  simulated: z.boolean().optional().catch(undefined),
});

const responseSchema = z.looseObject({
  choices: z.array(z.unknown()).min(1),
  model: z.string().optional().catch(undefined),
});

/** One call per line, as written by proxies: the request and the response. */
const callSchema = z.looseObject({
  request: z.looseObject({ messages: z.array(z.unknown()).min(1), tools: z.unknown().optional() }),
  response: responseSchema,
});

/** One call per line, as LiteLLM logs it: the response beside the messages, and the tools among the parameters. */
const loggedSchema = z
  .looseObject({
    messages: z.array(z.unknown()).min(1),
    response: responseSchema,
    tools: z.unknown().optional(),
    model_parameters: z.looseObject({ tools: z.unknown().optional() }).optional().catch(undefined),
  })
  .transform(({ response, model_parameters, ...request }) => ({
    request: { ...request, tools: request.tools ?? model_parameters?.tools },
    response,
  }));

/** LLaMA-Factory's sharegpt format, as our own export writes it: calls are part of the text. */
const turnsSchema = z.looseObject({
  conversations: z.array(z.looseObject({ from: z.string(), value: z.string() })).min(1),
  system: z.string().catch(''),
  tools: z.string().optional().catch(undefined),
  id: z.union([z.string(), z.number()]).optional().catch(undefined),
});

export const openAiLog: LogReader = {
  format: 'openai',
  about: 'messages in OpenAI’s form, a conversation or a call a line, and the exports made of it',
  unit: 'call',
  recognises: (document) => listed(document) || isCall(document) || turnsSchema.safeParse(document).success,
  read(documents) {
    const found = documents.map((document) => readGuarded(() => readDocument(document)));
    const claims = found.flatMap((each) => (isQuarantined(each) ? [] : [each]));
    const chains = new CallChains();
    for (const claim of claims) chains.note(claim);
    for (const claim of claims) chains.connect(claim);
    return found.flatMap((each) => {
      const read = isQuarantined(each) ? each : chains.conversation(each);
      return read === undefined ? [] : [read];
    });
  },
};

function listed(document: unknown): boolean {
  const messages = Array.isArray(document) ? document : ownField(document, 'messages');
  return Array.isArray(messages) && messages.length > 0 && textOf(ownField(messages[0], 'role')) !== undefined;
}

function isCall(document: unknown): boolean {
  return callSchema.safeParse(document).success;
}

function readDocument(document: unknown): ClaimedConversation | Quarantined {
  const call = z.union([callSchema, loggedSchema]).safeParse(document);
  if (call.success) {
    const { request, response } = call.data;
    const choice = firstChoice(response);
    const line = { ...request, messages: [...request.messages, ownField(choice, 'message')], model: response.model };
    const claim = readLine({ id: response.id, ...line });
    return isQuarantined(claim)
      ? claim
      : { ...claim, turns: [turnOf(claim, textOf(ownField(choice, 'finish_reason')))] };
  }
  const turns = turnsSchema.safeParse(document);
  if (turns.success) {
    const { conversations, system, tools, ...rest } = turns.data;
    const opening = system === '' ? [] : [{ role: 'system', content: system }];
    return readLine({ ...rest, tools, messages: [...opening, ...spokenTurns(conversations)] });
  }
  return readLine(Array.isArray(document) ? { messages: document } : document);
}

function readLine(value: unknown): ClaimedConversation | Quarantined {
  const line = lineSchema.safeParse(value);
  if (!line.success) return quarantine('SCHEMA_UNKNOWN', 'it is not a list of messages');
  const { messages: given, tools, functions, id, problem_id, model, licence, simulated, source } = line.data;
  const name = id === undefined ? null : String(id);
  if (source === 'rewritten' || isRewrittenId(name)) {
    return quarantine('REWRITTEN', 'its reasoning was written afterwards', name ?? undefined);
  }
  const { messages, flaw } = logMessages(given);
  return {
    format: 'openai',
    producer: '',
    id: name,
    problem: problem_id ?? null,
    query: null,
    agent: null,
    licence: licence ?? null,
    model: model ?? '',
    simulated: simulated ?? false,
    messages,
    tools: toolSchemas(tools) ?? toolSchemas(functions),
    turns: [],
    side_completions: 0,
    fault: flaw,
    said: {},
    earlier: claimedMarkIn(line.data.claimed),
  };
}

/** What the log says about the answer of a call, which is its last message. */
function turnOf({ messages, model }: ClaimedConversation, finishReason: string | undefined): ClaimedTurn {
  const unknown = { latency_ms: 0, prompt_token_ids: null, token_ids: null, logprobs: null };
  return { message: messages.length - 1, model: model || null, finish_reason: finishReason ?? null, ...unknown };
}

function spokenTurns(turns: readonly { readonly from: string; readonly value: string }[]): unknown[] {
  const messages: unknown[] = [];
  let open: readonly { readonly id: string; readonly name: string }[] = [];
  for (const { from, value } of turns) {
    if (from === 'gpt') {
      const { content, calls } = readSpoken(value);
      const named = calls.map((call, place) => ({ ...call, id: `call_${messages.length}_${place}` }));
      open = named.map(({ id, function: { name } }) => ({ id, name }));
      messages.push({ role: 'assistant', content, ...(named.length > 0 && { tool_calls: named }) });
    } else if (from === 'observation') {
      const results = open.length > 1 ? value.split(BETWEEN_RESULTS) : [value];
      for (const [place, content] of results.entries()) {
        messages.push({ role: 'tool', tool_call_id: open[place]?.id ?? '', name: open[place]?.name, content });
      }
    } else messages.push({ role: from === 'human' ? 'user' : from, content: value });
  }
  return messages;
}
