import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FREE, priceOf } from './price-of.ts';

const count = fc.integer({ min: 0, max: 1_000_000_000 });
const price = fc.integer({ min: 0, max: 100_000_000 });

describe('priceOf', () => {
  it('a price is exact and rounded up', () => {
    const prices = { m: { prompt: 300_000, completion: 1_200_000 }, free: FREE };
    expect(priceOf('m', { prompt_tokens: 1_000_000, completion_tokens: 500_000 }, prices)).toBe(900_000);
    expect(priceOf('m', { prompt_tokens: 1, completion_tokens: 0 }, prices)).toBe(1);
    expect(priceOf('m', { prompt_tokens: 0, completion_tokens: 0 }, prices)).toBe(0);
    expect(priceOf('free', { prompt_tokens: 1e9, completion_tokens: 1e9 }, prices)).toBe(0);
  });

  it('a price is never below the value of the tokens, nor a micro-dollar above it', () => {
    fc.assert(
      fc.property(count, count, price, price, (prompt_tokens, completion_tokens, prompt, completion) => {
        const paid = BigInt(priceOf('m', { prompt_tokens, completion_tokens }, { m: { prompt, completion } }));
        const worth = BigInt(prompt_tokens) * BigInt(prompt) + BigInt(completion_tokens) * BigInt(completion);
        expect(paid * 1_000_000n - worth).toBeGreaterThanOrEqual(0n);
        expect(paid * 1_000_000n - worth).toBeLessThan(1_000_000n);
      }),
    );
  });

  it.each(['unknown', 'constructor', '__proto__'])('rejects the model %s without a price', (model) => {
    expect(() => priceOf(model, { prompt_tokens: 1, completion_tokens: 1 }, {})).toThrow(/has no price/);
  });
});
