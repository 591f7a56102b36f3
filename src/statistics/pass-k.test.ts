import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passAtK, passEveryK } from './pass-k.ts';

const sampled = fc
  .tuple(fc.integer({ min: 1, max: 14 }), fc.nat(), fc.nat())
  .map(([samples, successes, k]) => ({ samples, successes: successes % (samples + 1), k: 1 + (k % samples) }));

/** Enumerates all draws of k samples, of which the first ones succeeded. */
function shareOfDraws(samples: number, k: number, holds: (drawn: readonly number[]) => boolean): number {
  let all = 0;
  let holding = 0;
  const draw = (from: number, drawn: readonly number[]): void => {
    if (drawn.length === k) {
      all++;
      if (holds(drawn)) holding++;
      return;
    }
    for (let next = from; next < samples; next++) draw(next + 1, [...drawn, next]);
  };
  draw(0, []);
  return holding / all;
}

describe('pass@k and pass^k', () => {
  it('pass@k and pass^k are undefined when there are too few samples', () => {
    expect(passAtK(7, 7, 8)).toBeNull();
    expect(passEveryK(7, 7, 8)).toBeNull();
    expect(passAtK(0, 0, 1)).toBeNull();
    expect(passAtK(8, 3, 0)).toBeNull();
  });

  it('pass@k at all samples is any success, and pass^k only successes', () => {
    expect([0, 1, 8].map((successes) => passAtK(8, successes, 8))).toEqual([0, 1, 1]);
    expect([0, 7, 8].map((successes) => passEveryK(8, successes, 8))).toEqual([0, 0, 1]);
  });

  it('pass@k and pass^k agree with the formula on a worked case', () => {
    // 16 samples, 4 of them successful: 1 - C(12,8)/C(16,8) = 1 - 495/12870.
    expect(passAtK(16, 4, 8)).toBeCloseTo(1 - 495 / 12870, 12);
    expect(passEveryK(16, 12, 8)).toBeCloseTo(495 / 12870, 12);
  });

  it('pass@k and pass^k are shares of all draws of k samples with one or only successes', () => {
    fc.assert(
      fc.property(sampled, ({ samples, successes, k }) => {
        const succeeded = (sample: number): boolean => sample < successes;
        expect(passAtK(samples, successes, k)).toBeCloseTo(
          shareOfDraws(samples, k, (drawn) => drawn.some(succeeded)),
          12,
        );
        expect(passEveryK(samples, successes, k)).toBeCloseTo(
          shareOfDraws(samples, k, (drawn) => drawn.every(succeeded)),
          12,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('pass@1 is the plain rate, and pass@k and pass^k mirror each other', () => {
    fc.assert(
      fc.property(sampled, ({ samples, successes, k }) => {
        expect(passAtK(samples, successes, 1)).toBeCloseTo(successes / samples, 12);
        expect(passEveryK(samples, successes, 1)).toBeCloseTo(successes / samples, 12);
        expect(passAtK(samples, successes, k)! + passEveryK(samples, samples - successes, k)!).toBeCloseTo(1, 12);
      }),
    );
  });
});
