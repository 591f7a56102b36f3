import type { ClaimedCall, ClaimedStep } from '../pages/attempt/claimed-step.ts';
import type { RecordedCall } from '../pages/attempt/recorded-call.ts';

/** Products as a search returns them, for tests. */
export const CARDS = [
  { product_id: '11', title: 'red lamp', price: 100, shop_id: '7' },
  { product_id: '12', title: 'blue lamp', price: 120, shop_id: '7' },
];

export function step(number: number, calls: readonly ClaimedCall[], think: string | null = null): ClaimedStep {
  return { number, think, response: null, calls, malformed: false };
}

export function claim(name: string, parameters: unknown, result?: unknown): ClaimedCall {
  return { name, parameters, result };
}

export function recorded(sequence: number, values: Partial<RecordedCall> = {}): RecordedCall {
  return {
    sequence,
    kind: 'search',
    path: '/search/find_product',
    parameters: {},
    request: null,
    response: CARDS,
    status: 200,
    milliseconds: 5,
    promptTokens: null,
    completionTokens: null,
    tokensEstimated: false,
    microdollars: null,
    fault: null,
    answeredBy: null,
    text: '',
    reasoningLength: 0,
    emitted: [],
    ...values,
  };
}

export function said(sequence: number, text: string): RecordedCall {
  return recorded(sequence, { kind: 'inference', path: '/inference/chat/completions', text, response: {} });
}
