import type { Call, CallKind } from '../../gateway/calls.ts';
import type { AnswerChange } from '../../inference/inference.ts';
import { type ReadCalls, readCalls } from '../reading/read-calls.ts';

interface Message {
  readonly role: string;
  readonly content: string;
}

export const user = (content: string): Message => ({ role: 'user', content });

/** The calls of an attempt, one second apart. */
export class SampleCalls {
  readonly #calls: Call[] = [];

  /**
   * A completion, with several choices if several texts are given. Set `changed` if the answer differs from what the
   * model said.
   */
  said(text: string | readonly string[], prompt: string | readonly Message[] = '', changed?: AnswerChange): this {
    const messages = typeof prompt === 'string' ? [user(prompt)] : prompt;
    const choices = [text].flat().map((content, index) => ({ index, message: { role: 'assistant', content } }));
    const response = { choices };
    return this.#add('inference', {}, { messages }, response, changed);
  }

  /** @param price Price of every product; results have no prices unless given. */
  search(parameters: Readonly<Record<string, string>>, products: readonly string[] = [], price?: number): this {
    const results = products.map((product) => ({ ...listed(product), ...(price !== undefined && { price }) }));
    return this.#add('search', parameters, null, results);
  }

  view(...ids: readonly string[]): this {
    return this.#add('view', { product_ids: ids.join(',') }, null, ids.map(listed));
  }

  read(): ReadCalls {
    return readCalls(this.#calls);
  }

  #add(
    kind: CallKind,
    parameters: Call['parameters'],
    request: unknown,
    response: unknown,
    changed?: AnswerChange,
  ): this {
    const sequence = this.#calls.length + 1;
    const call = { sequence, time: new Date(sequence * 1_000).toISOString(), kind, parameters, request, response };
    const rest = { method: 'GET', path: '/', status: 200, duration_ms: 10, usage: null, price_microdollars: null };
    const chain = { fault: null, previous: '', hash: '' };
    this.#calls.push({ ...call, ...rest, ...chain, ...(changed && { changed }) });
    return this;
  }
}

/** A product in a list of results, given as `id` or `id title`. */
function listed(product: string): { readonly product_id: string; readonly title: string } {
  const [id, ...title] = product.split(' ');
  return { product_id: id!, title: title.join(' ') };
}
