import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion } from './apportion.ts';

describe('apportion', () => {
  it('apportion gives the rest to the largest remainders, earlier parts first', () => {
    expect(apportion(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n]);
    expect(apportion(7n, [3n, 2n, 1n])).toEqual([4n, 2n, 1n]);
    expect(apportion(5n, [0n, 0n])).toEqual([0n, 0n]);
    expect(apportion(5n, [])).toEqual([]);
  });

  it('apportion distributes everything, within one unit of the exact share, and keeps the order of sizes', () => {
    const part = fc.bigInt({ min: 0n, max: 10n ** 20n });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.array(part, { maxLength: 30 }), (total, parts) => {
        const sum = parts.reduce((all, each) => all + each, 0n);
        const shares = apportion(total, parts);
        expect(shares.reduce((all, each) => all + each, 0n)).toBe(sum === 0n ? 0n : total);
        if (sum === 0n) return;
        for (const [index, share] of shares.entries()) {
          const exact = total * parts[index]!;
          expect(share * sum > exact - sum && share * sum < exact + sum).toBe(true);
          for (const [other, theirs] of shares.entries()) {
            if (parts[index]! > parts[other]!) expect(share >= theirs).toBe(true);
          }
        }
      }),
    );
  });
});
