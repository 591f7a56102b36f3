import { createHash } from 'node:crypto';
import type { SpokenTurn } from '../../chat/spoken-calls.ts';
import type { BadRequest, CompletionRequest } from './read-request.ts';

export interface GeneratedTurn extends SpokenTurn {
  readonly promptIds: readonly number[];
  /** Includes the token that ended the turn, if there is one. */
  readonly ids: readonly number[];
  readonly finish: 'stop' | 'length';
  /** Under the model's own distribution at temperature 1, however the tokens were sampled. */
  readonly logProbabilities: readonly number[] | null;
  readonly spelling: (token: number) => string;
  /** Identifies the weights that answered. */
  readonly fingerprint: string;
  readonly created: number;
}

/** A completion in OpenAI's format, with the additional fields of the trainer's server. */
export function writeReply(request: CompletionRequest, done: GeneratedTurn): string {
  const { content, calls, ids, promptIds } = done;
  const message = {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const choice = {
    index: 0,
    message,
    logprobs: request.logProbabilities && done.logProbabilities !== null ? { content: chances(done) } : null,
    finish_reason: calls.length > 0 && done.finish === 'stop' ? 'tool_calls' : done.finish,
    ...(request.tokenIds && { token_ids: ids }),
  };
  const reply = {
    id: `chatcmpl-${digestOf(request, done)}`,
    object: 'chat.completion',
    created: done.created,
    model: request.model,
    system_fingerprint: done.fingerprint,
    choices: [choice],
    usage: {
      prompt_tokens: promptIds.length,
      completion_tokens: ids.length,
      total_tokens: promptIds.length + ids.length,
    },
    ...(request.tokenIds && { prompt_token_ids: promptIds }),
    ...(request.notes.length > 0 && { notes: request.notes }),
  };
  return request.stream ? eventsOf(reply, request.streamUsage) : JSON.stringify(reply);
}

export function writeError(error: BadRequest): string {
  const { message, parameter, code } = error;
  return JSON.stringify({ error: { message, type: 'invalid_request_error', param: parameter, code } });
}

interface Reply {
  readonly choices: readonly { readonly message: { readonly tool_calls?: readonly object[] } }[];
  readonly usage: object;
}

/** Server-sent events with the whole answer in one event. */
function eventsOf(reply: Reply, withUsage: boolean): string {
  const { message, ...choice } = reply.choices[0]!;
  const calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
  const delta = { ...message, ...(calls && { tool_calls: calls }) };
  const piece = { ...reply, object: 'chat.completion.chunk', choices: [{ ...choice, delta }], usage: null };
  const last = { ...piece, prompt_token_ids: undefined, choices: [], usage: reply.usage };
  const events = [JSON.stringify(piece), ...(withUsage ? [JSON.stringify(last)] : []), '[DONE]'];
  return events.map((data) => `data: ${data}\n\n`).join('');
}

function chances({ ids, logProbabilities, spelling }: GeneratedTurn): readonly object[] {
  return ids.map((id, place) => ({
    token: spelling(id),
    logprob: logProbabilities![place],
    bytes: null,
    top_logprobs: [],
  }));
}

/** Hash of request and answer, so that the same request gets the same reply in every byte except the time. */
function digestOf(request: CompletionRequest, { fingerprint, promptIds, ids }: GeneratedTurn): string {
  const words = [fingerprint, request.seed, promptIds.join(' '), ids.join(' ')].join('\n');
  return createHash('sha256').update(words).digest('hex').slice(0, 24);
}
