import type { Call, CallKind } from '../../gateway/calls.ts';

/** Recorded calls for tests, one second apart. */
export class SampleConversation {
  readonly calls: Call[] = [];

  /** A completion: the messages sent, and the answer. */
  ask(messages: readonly unknown[], message: Readonly<Record<string, unknown>>, rest: object = {}): this {
    return this.askForSeveral(messages, [message], rest);
  }

  /** A completion with a choice for each answer. */
  askForSeveral(
    messages: readonly unknown[],
    answers: readonly Readonly<Record<string, unknown>>[],
    rest: object = {},
  ): this {
    const request = { model: 'sample', messages, ...rest };
    const choices = answers.map((message, index) => ({ index, message, finish_reason: 'stop' }));
    return this.#add('inference', {}, request, { choices });
  }

  search(parameters: Readonly<Record<string, string>>, ids: readonly string[] = ['1000000001', '1000000002']): this {
    const cards = ids.map((product_id) => ({ product_id, title: `Lamp ${product_id}`, price: 100 }));
    return this.#add('search', parameters, null, cards);
  }

  view(...ids: readonly string[]): this {
    const products = ids.map((product_id) => ({ product_id, description: 'A lamp.' }));
    return this.#add('view', { product_ids: ids.join(',') }, null, products);
  }

  #add(kind: CallKind, parameters: Call['parameters'], request: unknown, response: unknown): this {
    const sequence = this.calls.length + 1;
    this.calls.push({
      sequence,
      time: new Date(Date.UTC(2026, 0, 1, 0, 0, sequence)).toISOString(),
      kind,
      method: 'GET',
      path: '/',
      parameters,
      request,
      status: 200,
      response,
      duration_ms: 10,
      usage: null,
      price_microdollars: null,
      fault: null,
      previous: '',
      hash: '',
    });
    return this;
  }
}

/** A message in which a model calls tools natively. */
export function calling(...calls: readonly (readonly [string, object])[]) {
  return {
    role: 'assistant',
    content: 'Going on.',
    tool_calls: calls.map(([name, given], place) => ({
      id: `call_${name}_${place}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(given) },
    })),
  };
}
