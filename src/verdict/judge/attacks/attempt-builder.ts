import type { Call, CallKind } from '../../../gateway/calls.ts';
import type { ProductCard, ProductInformation } from '../../../market/product.ts';
import type { JudgedAttempt } from '../judged-attempt.ts';

/** The completion that `complete` records as a response. */
export interface CompletionDraft {
  readonly content?: string | null;
  readonly reasoning?: string;
  readonly toolCalls?: readonly unknown[];
  /** Messages sent by the agent; the query alone if omitted. */
  readonly messages?: readonly unknown[];
  readonly tokens?: number | null;
  readonly status?: number;
}

/** Builds an attempt by hand, call by call, in the form in which the gateway records it. */
export class AttemptBuilder {
  readonly #query: string;
  readonly #calls: Call[] = [];
  readonly #dialogue: unknown[] = [];
  /** Milliseconds since 1970; every call and every step takes one second. */
  #clock = Date.UTC(2026, 0, 1);

  constructor(query: string) {
    this.#query = query;
  }

  search(...cards: readonly ProductCard[]): this {
    return this.#record('search', '/search/find_product', { response: cards });
  }

  view(...pages: readonly ProductInformation[]): this {
    return this.#record('view', '/search/view_product_information', { response: pages });
  }

  complete({ content = null, reasoning, toolCalls, messages, tokens, status = 200 }: CompletionDraft): this {
    const message = {
      role: 'assistant',
      content,
      ...(reasoning !== undefined && { reasoning_content: reasoning }),
      ...(toolCalls !== undefined && { tool_calls: toolCalls }),
    };
    const completionTokens =
      tokens === undefined ? Math.ceil(((content ?? '') + (reasoning ?? '')).length / 4) : tokens;
    return this.#record('inference', '/inference/chat/completions', {
      status,
      request: { model: 'sample', messages: messages ?? [{ role: 'user', content: this.#query }] },
      response: status === 200 ? { choices: [{ index: 0, message }] } : { error: 'no' },
      usage: completionTokens === null ? null : { prompt_tokens: 100, completion_tokens: completionTokens },
    });
  }

  /** Records any other response of a model. */
  respond(response: unknown, request: unknown = null): this {
    const usage = { prompt_tokens: 100, completion_tokens: 100 };
    return this.#record('inference', '/inference/chat/completions', { request, response, usage });
  }

  /** Adds steps as the agent returns them. They are the agent's own account and are not trusted. */
  claim(...steps: readonly unknown[]): this {
    this.#dialogue.push(...steps);
    return this;
  }

  /** Adds a step that recommends products, in the usual form. */
  recommend(...ids: readonly string[]): this {
    return this.narrate('', [{ name: 'recommend_product', parameters: { product_ids: ids.join(',') } }]);
  }

  /** Adds a step in the usual form, with a thought that the agent wrote itself. */
  narrate(think: string, toolCalls: readonly unknown[] = []): this {
    const step = this.#dialogue.length + 1;
    this.#clock += 1_000;
    return this.claim({
      completion: {
        reasoning_content: '',
        content: `<think>${think}</think>`,
        message: { think, ...(toolCalls.length > 0 && { tool_call: toolCalls }) },
      },
      extra_info: { step, query: this.#query, timestamp: this.#clock },
    });
  }

  build(): JudgedAttempt {
    return { problem: { query: this.#query }, dialogue: [...this.#dialogue], calls: this.#calls };
  }

  #record(kind: CallKind, path: string, rest: Partial<Call>): this {
    this.#clock += 1_000;
    this.#calls.push({
      sequence: this.#calls.length + 1,
      time: new Date(this.#clock).toISOString(),
      kind,
      method: kind === 'inference' ? 'POST' : 'GET',
      path,
      parameters: {},
      request: null,
      status: 200,
      response: null,
      duration_ms: 1,
      usage: null,
      price_microdollars: null,
      fault: null,
      previous: '0'.repeat(64),
      hash: '0'.repeat(64),
      ...rest,
    });
    return this;
  }
}
