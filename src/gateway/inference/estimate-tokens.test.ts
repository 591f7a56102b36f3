import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

/** Counted with the tokenizer of Qwen2.5. */
const COUNTED: readonly (readonly [string, number])[] = [
  ['The cheapest lamp that fits the request is the third of them.', 13],
  ['I compare both kettles: the first costs 749 pesos, the second 679, and only the second is made of steel.', 32],
  ['{"name": "find_product", "parameters": {"q": "brass desk lamp", "page": 1, "price": "0-800"}}', 35],
  ['{"products":[{"keywords":"red lamp","price_range":"100-250","service":null}],"is_shop_voucher":false}', 31],
];

describe('estimateTokens', () => {
  it.each(COUNTED)('the token estimate is within a fifth of a tokenizer’s count: %s', (text, counted) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(counted * 0.8);
    expect(estimateTokens(text)).toBeLessThanOrEqual(counted * 1.2);
  });

  it('estimates zero tokens for an empty text and at least one for any other', () => {
    expect(estimateTokens('')).toBe(0);
    for (const text of ['a', ' ', '\n', '☕', '漢', '1', '.', 'x'.repeat(5_000)])
      expect(estimateTokens(text)).toBeGreaterThan(0);
  });

  it('estimates a very long text from its beginning', () => {
    const sentence = 'A lamp of brass. ';
    const long = sentence.repeat(100_000);
    expect(estimateTokens(long) / (estimateTokens(sentence) * 100_000)).toBeCloseTo(1, 0);
  });
});
