import { parseBoundedJson } from '../../store/parse-bounded-json.ts';

const BOUNDS = {
  maxBytes: 1024 * 1024,
  maxDepth: 32,
  maxNodes: 200_000,
  allowUnsafeIntegers: true,
  allowReservedKeys: true,
};

interface CallDraft {
  id: string;
  name: string;
  arguments: string;
}

/**
 * A completion that comes in pieces, put together into the one it would have been in a whole. Servers differ in what they
 * leave out; what a piece does not say is as before.
 */
export class StreamedAnswer {
  #content = '';
  #reasoning = '';
  readonly #calls: CallDraft[] = [];
  readonly #tokenIds: unknown[] = [];
  readonly #logProbabilities: unknown[] = [];
  #promptTokenIds: unknown;
  #finishReason: unknown = null;
  #usage: unknown = null;
  #done = false;
  /** What the server said in place of a piece. */
  error: string | undefined;
  /** Whether anything of the model's own has come. */
  begun = false;

  /** The data of one event. False when it is no piece of a completion. */
  add(data: string): boolean {
    if (data === '[DONE]') {
      this.#done = true;
      return true;
    }
    const json = parseBoundedJson(data, BOUNDS);
    if (!json.ok) return false;
    const piece = record(json.value);
    if (piece.error !== undefined && piece.error !== null) this.error = JSON.stringify(piece.error).slice(0, 300);
    if (piece.usage !== undefined && piece.usage !== null) this.#usage = piece.usage;
    if (piece.prompt_token_ids !== undefined) this.#promptTokenIds ??= piece.prompt_token_ids;
    const [choice] = list(piece.choices).map(record);
    if (choice !== undefined) this.#addChoice(choice);
    return true;
  }

  /** Whether the answer was told to its end. */
  get complete(): boolean {
    return this.#done || this.#finishReason !== null;
  }

  /** The whole, in the form of an answer that was not streamed. */
  whole(): unknown {
    return {
      choices: [
        {
          message: {
            content: this.#content,
            reasoning_content: this.#reasoning,
            tool_calls: this.#calls.map(({ id, ...called }) => ({ id, function: called })),
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

  #addChoice(choice: Readonly<Record<string, unknown>>): void {
    const delta = record(choice.delta);
    const spoken = text(delta.content);
    const thought = text(delta.reasoning_content) || text(delta.reasoning);
    const calls = list(delta.tool_calls).map(record);
    this.#content += spoken;
    this.#reasoning += thought;
    for (const call of calls) this.#addCall(call);
    this.begun ||= spoken !== '' || thought !== '' || calls.length > 0;
    for (const id of list(choice.token_ids)) this.#tokenIds.push(id);
    for (const each of list(record(choice.logprobs).content)) this.#logProbabilities.push(each);
    if (choice.finish_reason !== undefined && choice.finish_reason !== null) this.#finishReason = choice.finish_reason;
  }

  /** Pieces of one call share an index; servers without one begin each call with its id. */
  #addCall(call: Readonly<Record<string, unknown>>): void {
    const id = text(call.id);
    const last = this.#calls.length - 1;
    const begins = id !== '' && id !== this.#calls[last]?.id;
    const given = typeof call.index === 'number' && call.index >= 0 && call.index <= 64 ? call.index : undefined;
    const place = given ?? (begins || last < 0 ? last + 1 : last);
    while (this.#calls.length <= place) this.#calls.push({ id: '', name: '', arguments: '' });
    const draft = this.#calls[place]!;
    const called = record(call.function);
    draft.id ||= id;
    draft.name ||= text(called.name);
    draft.arguments += typeof called.arguments === 'string' ? called.arguments : objectText(called.arguments);
  }
}

function objectText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : '';
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
