import { type JsonObject, listOf, ownField, textOf } from '../../json/json-object.ts';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';
import { contentText } from '../content-text.ts';
import { argumentText, calledFunction, firstChoice, reasoningOf, refusalOf } from '../read-response.ts';

const BOUNDS = {
  maxBytes: 1024 * 1024,
  maxDepth: 32,
  maxNodes: 200_000,
  allowUnsafeIntegers: true,
  allowReservedKeys: true,
};

/** Further calls in one response are ignored. */
const MAX_CALLS = 64;

interface CallDraft {
  id: string;
  name: string;
  /** `null` until a piece contains some. */
  arguments: string | null;
}

/**
 * Assembles a streamed response into the form of a complete one. Servers omit different fields; a field that is missing
 * in a piece keeps its value.
 */
export class StreamedResponse {
  #text = '';
  #reasoning = '';
  #refusal = '';
  readonly #calls: CallDraft[] = [];
  #legacyCall: CallDraft | undefined;
  readonly #tokenIds: unknown[] = [];
  readonly #logProbabilities: unknown[] = [];
  #promptTokenIds: unknown;
  #finishReason: unknown = null;
  #usage: unknown = null;
  #model: unknown = null;
  #done = false;
  /** An error that the server sent instead of a piece. */
  error: string | undefined;
  /** Whether text, reasoning or a call has arrived. */
  hasBegun = false;

  /** Adds the data of one event. Returns false if it is not JSON. */
  add(data: string): boolean {
    if (data === '[DONE]') {
      this.#done = true;
      return true;
    }
    const json = parseBoundedJson(data, BOUNDS);
    if (!json.ok) return false;
    const piece = json.value;
    const error = ownField(piece, 'error');
    if (error !== undefined && error !== null) this.error = JSON.stringify(error).slice(0, 300);
    this.#usage = ownField(piece, 'usage') ?? this.#usage;
    this.#model = ownField(piece, 'model') ?? this.#model;
    this.#promptTokenIds ??= ownField(piece, 'prompt_token_ids');
    this.#addChoice(firstChoice(piece));
    return true;
  }

  /** Whether the server has marked the end of the response. */
  get isComplete(): boolean {
    return this.#done || this.#finishReason !== null;
  }

  whole(): JsonObject {
    return {
      model: this.#model,
      choices: [
        {
          message: {
            content: this.#text,
            reasoning_content: this.#reasoning,
            refusal: this.#refusal,
            tool_calls: this.#calls.map(({ id, ...called }) => ({ id, function: called })),
            function_call: this.#legacyCall ?? null,
          },
          finish_reason: this.#finishReason,
          token_ids: this.#tokenIds.length > 0 ? this.#tokenIds : null,
          logprobs: this.#logProbabilities.length > 0 ? { content: this.#logProbabilities } : null,
        },
      ],
      usage: this.#usage,
      prompt_token_ids: this.#promptTokenIds ?? null,
    };
  }

  #addChoice(choice: unknown): void {
    const delta = ownField(choice, 'delta');
    const text = contentText(ownField(delta, 'content'));
    const reasoning = reasoningOf(delta);
    const calls = listOf(ownField(delta, 'tool_calls'));
    const legacy = ownField(delta, 'function_call');
    this.#text += text;
    this.#reasoning += reasoning;
    this.#refusal += refusalOf(delta);
    for (const call of calls) this.#addCall(call);
    if (legacy !== undefined && legacy !== null) {
      this.#legacyCall ??= { id: '', name: '', arguments: null };
      extend(this.#legacyCall, legacy);
    }
    this.hasBegun ||= text !== '' || reasoning !== '' || calls.length > 0 || this.#legacyCall !== undefined;
    for (const id of listOf(ownField(choice, 'token_ids'))) this.#tokenIds.push(id);
    for (const each of listOf(ownField(ownField(choice, 'logprobs'), 'content'))) this.#logProbabilities.push(each);
    this.#finishReason = ownField(choice, 'finish_reason') ?? this.#finishReason;
  }

  /** Pieces of one call share an index. Servers without an index start each call with its id. */
  #addCall(call: unknown): void {
    const id = textOf(ownField(call, 'id')) ?? '';
    const index = ownField(call, 'index');
    const last = this.#calls.length - 1;
    const begins = id !== '' && id !== this.#calls[last]?.id;
    const given = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index <= MAX_CALLS;
    const place = given ? index : begins || last < 0 ? last + 1 : last;
    while (this.#calls.length <= place) this.#calls.push({ id: '', name: '', arguments: null });
    const draft = this.#calls[place]!;
    draft.id ||= id;
    extend(draft, calledFunction(call));
  }
}

function extend(draft: CallDraft, called: unknown): void {
  draft.name ||= textOf(ownField(called, 'name')) ?? '';
  const given = ownField(called, 'arguments');
  if (given !== undefined && given !== null) draft.arguments = (draft.arguments ?? '') + argumentText(given);
}
