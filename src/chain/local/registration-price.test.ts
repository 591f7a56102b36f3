import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FREE_REGISTRATION, type RegistrationTerms, registrationPrice } from './registration-price.ts';

const TERMS: RegistrationTerms = {
  startPrice: 100_000_000n,
  minPrice: 500_000n,
  maxPrice: 100_000_000_000n,
  raisedBy: 1.26,
  halfLifeBlocks: 360,
  startBalance: 0n,
};

describe('the registration price', () => {
  it('the registration price halves in every half-life, down to the minimum', () => {
    const at = (block: number): bigint => registrationPrice(undefined, block, TERMS);
    expect([at(0), at(360), at(720), at(1_000_000)]).toEqual([100_000_000n, 50_000_000n, 25_000_000n, 500_000n]);
  });

  it('the registration price rises with each registration, up to the maximum', () => {
    const after = (price: bigint, blocks = 0): bigint => registrationPrice({ block: 7, price }, 7 + blocks, TERMS);
    expect(after(100_000_000n)).toBe(126_000_000n);
    expect(after(100_000_000n, 360)).toBe(63_000_000n);
    expect(after(99_000_000_000n)).toBe(100_000_000_000n);
    expect(after(0n)).toBe(500_000n);
  });

  it('time never raises the registration price, and a registration never lowers it in the same block', () => {
    const price = fc.bigInt({ min: TERMS.minPrice, max: TERMS.maxPrice });
    const blocks = fc.nat(100_000);
    fc.assert(
      fc.property(price, blocks, blocks, (paid, one, other) => {
        const at = (block: number): bigint => registrationPrice({ block: 0, price: paid }, block, TERMS);
        expect(at(Math.max(one, other))).toBeLessThanOrEqual(at(Math.min(one, other)));
        expect(at(0)).toBeGreaterThanOrEqual(paid < TERMS.maxPrice ? paid : TERMS.maxPrice);
        expect(at(one)).toBeGreaterThanOrEqual(TERMS.minPrice);
        expect(at(one)).toBeLessThanOrEqual(TERMS.maxPrice);
      }),
    );
  });

  it('the registration price is zero when registering is free', () => {
    expect(registrationPrice(undefined, 0, FREE_REGISTRATION)).toBe(0n);
    expect(registrationPrice({ block: 0, price: 5n }, 0, FREE_REGISTRATION)).toBe(0n);
  });
});
