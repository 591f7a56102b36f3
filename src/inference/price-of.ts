import type { ChatUsage } from '../chat/schema.ts';
import { Fault } from '../fault/fault.ts';

/** Micro-dollars per million tokens: $0.30 is 300,000. Integers, so that sums are exact. */
export interface ModelPrice {
  readonly prompt: number;
  readonly completion: number;
}

/** By model id. */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

export const FREE: ModelPrice = { prompt: 0, completion: 0 };

const MILLION = 1_000_000n;

/**
 * The price of a call in micro-dollars, rounded up, so that a call that uses tokens of a priced model is never free.
 */
export function priceOf(model: string, usage: ChatUsage, prices: PriceTable): number {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) {
    throw new Fault('INPUT_INVALID', {
      message: `The model ${JSON.stringify(model)} has no price.`,
      remedy: 'Add it to the price table; a model that costs nothing has the price 0.',
    });
  }
  const parts =
    BigInt(usage.prompt_tokens) * BigInt(price.prompt) + BigInt(usage.completion_tokens) * BigInt(price.completion);
  return Number((parts + MILLION - 1n) / MILLION);
}
