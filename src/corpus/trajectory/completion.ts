import { type ChatCompletion, readResponse } from '../../chat/read-response.ts';
import { readTokens } from '../../chat/read-tokens.ts';
import { answererOf } from '../../gateway/answerer-of.ts';
import type { Call } from '../../gateway/calls.ts';
import type { AnsweredBy } from '../../inference/inference.ts';
import { isJsonObject, type JsonObject, ownField } from '../../json/json-object.ts';
import type { EmittedCall } from './emitted-call.ts';
import { readEmissions } from './read-emissions.ts';

/** A recorded completion: exactly what the model was sent and what it answered. */
export interface RecordedCompletion extends ChatCompletion {
  /** Sequence number of the recorded call; the choices of one answer share it. */
  readonly sequence: number;
  /** Place among the choices of its answer. */
  readonly choice: number;
  /**
   * Milliseconds since 1970; calls that arrived earlier cannot result from this completion. Only half of the recorded
   * duration is added, because on a busy machine the recorded duration may end after the answer was sent.
   */
  readonly followedFrom: number;
  readonly request: JsonObject;
  readonly messages: readonly unknown[];
  /** Native calls, or, if there are none, the calls in the text. */
  readonly calls: readonly EmittedCall[];
  readonly latencyMilliseconds: number;
  readonly answeredBy: AnsweredBy | undefined;
  /** The exact tokens, if the provider returned them. */
  readonly tokens: {
    readonly prompt: readonly number[];
    readonly completion: readonly number[];
    readonly logProbabilities: readonly number[] | null;
  } | null;
}

/** More choices are not read: an answer of thousands would take minutes, and no agent votes on so many. */
const MOST_CHOICES = 32;

/**
 * The completions of an attempt in the order in which they were answered, one for each choice, without refused and
 * failed requests.
 */
export function readCompletions(calls: readonly Call[]): RecordedCompletion[] {
  return calls.flatMap((call) => {
    if (call.kind !== 'inference' || call.status !== 200) return [];
    return choicesOf(call.response).flatMap((response, choice) => readCompletion(call, response, choice) ?? []);
  });
}

/** A response for each choice. An agent that asks for several may carry out any of them, as with several samples. */
function choicesOf(response: unknown): readonly unknown[] {
  const choices = ownField(response, 'choices');
  if (!isJsonObject(response) || !Array.isArray(choices) || choices.length < 2) return [response];
  return choices.slice(0, MOST_CHOICES).map((choice: unknown) => ({ ...response, choices: [choice] }));
}

function readCompletion(call: Call, response: unknown, choice: number): RecordedCompletion | undefined {
  const { request } = call;
  const messages = ownField(request, 'messages');
  const completion = readResponse(response);
  if (!isJsonObject(request) || !Array.isArray(messages) || completion === undefined) return undefined;
  return {
    ...completion,
    sequence: call.sequence,
    choice,
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

/** An id for a call to which the provider gave none; unique in an attempt. */
export function callId({ sequence, choice }: Pick<RecordedCompletion, 'sequence' | 'choice'>, place: number): string {
  return choice === 0 ? `call_${sequence}_${place}` : `call_${sequence}_${choice}_${place}`;
}
