import type { ChatResponse, ToolCall } from '../../chat/schema.ts';
import type { AnsweredBy, ChatAnswer } from '../../inference/inference.ts';
import { sha256 } from '../../store/sha256.ts';
import type { ModelRequest } from '../reading/message.ts';
import type { SimulatedModel } from '../simulated-model.ts';
import type { Spoken } from './spoken.ts';

/** A fixed timestamp (the first second of 2026), so that the same request gets the same answer. */
const CREATED = 1_767_225_600;

const NOTICE =
  'This answer was simulated by a house model of Assay: a program with rules and seeded mistakes, not a language model.';

/** An answer in the format of OpenAI's chat completions. The same request gives the same bytes. */
export function completion(model: SimulatedModel, request: ModelRequest, spoken: Spoken): ChatAnswer {
  const digest = digestOf(model, request);
  const calls = spoken.calls.map(
    (call, place): ToolCall => ({
      id: `call_${digest.slice(0, 16)}_${place}`,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
    }),
  );
  const usage = {
    prompt_tokens: promptTokens(request),
    completion_tokens:
      tokensIn(spoken.content) + calls.reduce((sum, call) => sum + 8 + tokensIn(call.function.arguments), 0),
  };
  const body: ChatResponse = {
    id: `chatcmpl-house-${digest.slice(0, 24)}`,
    object: 'chat.completion',
    created: CREATED,
    model: model.id,
    simulated: true,
    notice: NOTICE,
    system_fingerprint: 'assay-house-simulated',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: spoken.content, ...(calls.length > 0 && { tool_calls: calls }) },
        logprobs: null,
        finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  };
  return { status: 200, body: JSON.stringify(body), usage, answeredBy: simulatedAnswer(model.id) };
}

export function simulatedAnswer(model: string): AnsweredBy {
  return { model, endpoint: 'simulated', simulated: true };
}

/** About four bytes per token, as for English text; at least one token for a text that is not empty. */
function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** Includes a few tokens of overhead per message and tool. */
function promptTokens({ messages, tools }: ModelRequest): number {
  const calls = messages.flatMap((message) => message.calls);
  return (
    messages.reduce((sum, message) => sum + 4 + tokensIn(message.text), 3) +
    calls.reduce((sum, call) => sum + 8 + tokensIn(JSON.stringify(call.parameters)), 0) +
    tools.reduce((sum, tool) => sum + tool.tokens, 0)
  );
}

function digestOf(model: SimulatedModel, { messages, tools, temperature, seed, ...form }: ModelRequest): string {
  const said = messages.map(({ role, text, calls, answers }) => [role, text, calls, answers]);
  const { wantsJson, jsonSchema, demand, inParallel } = form;
  const unusual = jsonSchema === undefined && demand === 'auto' && inParallel ? [] : [jsonSchema, demand, inParallel];
  const names = tools.map(({ name }) => name);
  return sha256(JSON.stringify([model.id, said, names, temperature, seed, wantsJson, ...unusual]));
}
