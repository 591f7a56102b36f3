import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvidenceBudget } from './evidence-budget.ts';

describe('EvidenceBudget', () => {
  it('recorded calls and calls under way never exceed the evidence limit, in any order', () => {
    const step = fc.record({
      call: fc.nat(3),
      raise: fc.nat(80),
      record: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const budget = new EvidenceBudget(100);
        const claims = [0, 1, 2, 3].map(() => budget.claim());
        let recorded = 0;
        for (const { call, raise, record } of steps) {
          const claim = claims[call]!;
          const before = claim.bytes;
          const raised = claim.raiseTo(raise);
          expect(claim.bytes).toBe(raised ? Math.max(before, raise) : before);
          if (record !== null) {
            const stored = Math.floor(claim.bytes * record!);
            recorded += stored;
            claim.settle(stored);
          }
          expect(recorded + claims.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(100);
          expect(budget.isBeyond(101 - recorded)).toBe(true);
          expect(budget.isBeyond(100 - recorded)).toBe(false);
        }
      }),
    );
  });
});
