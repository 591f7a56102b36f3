import { type ChatCompletion, readResponse } from '../../chat/read-response.ts';
import { readTokens } from '../../chat/read-tokens.ts';
import { answererOf } from '../../gateway/answerer-of.ts';
import type { Call } from '../../gateway/calls.ts';
import type { AnsweredBy } from '../../inference/inference.ts';
import { isJsonObject, type JsonObject, ownField } from '../../json/json-object.ts';
import type { EmittedCall } from './emitted-call.ts';
import { readEmissions } from './read-emissions.ts';

/** What a model was really asked and really said, as the gateway recorded it. */
export interface RecordedCompletion extends ChatCompletion {
  /** Of the recorded call. */
  readonly sequence: number;
  /**
   * Nothing that arrived before can have come from it; milliseconds since 1970. Half of the recorded duration is
   * granted: the record is written and the clock stopped on a busy machine while the answer is already on its way.
   */
  readonly followedFrom: number;
  readonly request: JsonObject;
  readonly messages: readonly unknown[];
  /** Native calls; where there are none, the calls that stand in the text. */
  readonly calls: readonly EmittedCall[];
  readonly latencyMilliseconds: number;
  readonly answeredBy: AnsweredBy | undefined;
  /** The tokens themselves, where the provider gave them. */
  readonly tokens: {
    readonly prompt: readonly number[];
    readonly completion: readonly number[];
    readonly logProbabilities: readonly number[] | null;
  } | null;
}

/** The completions of an attempt in the order in which they were answered. Refused and failed requests are none. */
export function readCompletions(calls: readonly Call[]): RecordedCompletion[] {
  return calls.flatMap((call) => {
    const completion = call.kind === 'inference' && call.status === 200 ? readCompletion(call) : undefined;
    return completion === undefined ? [] : [completion];
  });
}

function readCompletion(call: Call): RecordedCompletion | undefined {
  const { request, response } = call;
  const messages = ownField(request, 'messages');
  const completion = readResponse(response);
  if (!isJsonObject(request) || !Array.isArray(messages) || completion === undefined) return undefined;
  return {
    ...completion,
    sequence: call.sequence,
    followedFrom: Date.parse(call.time) + call.duration_ms / 2,
    request,
    messages,
    calls: readEmissions(completion.toolCalls, completion.text, offeredNames(request)),
    latencyMilliseconds: call.duration_ms,
    answeredBy: answererOf(call),
    tokens: tokensOf(response),
  };
}

function offeredNames(request: JsonObject): readonly string[] {
  const { tools } = request;
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) => {
    const name = ownField(ownField(tool, 'function') ?? tool, 'name');
    return typeof name === 'string' ? [name] : [];
  });
}

function tokensOf(response: unknown): RecordedCompletion['tokens'] {
  const { prompt, completion, logProbabilities: given } = readTokens(response);
  if (!prompt?.length || !completion?.length) return null;
  return { prompt, completion, logProbabilities: given?.length === completion.length ? given : null };
}
