import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Category } from '../../problems/problem.ts';
import { benchmark } from '../rules/benchmark.ts';
import { productionStrict } from '../rules/production-strict.ts';
import { itemScores, type RuleScores } from '../score-fields.ts';
import { aggregate, type ScoredAttempt } from './aggregate.ts';
import { finalScore, meanQuality, reasoningCoefficient } from './final-score.ts';

const STRICT = productionStrict();
const ZERO: RuleScores = { ...itemScores(() => 0), format: 0, length: 0 };

function suiteOf(count: number, category: Category = 'product') {
  return Array.from({ length: count }, (_, place) => ({ id: `${category}-${place + 1}`, category }));
}

function attempt(problem_id: string, success: boolean, rest: Partial<ScoredAttempt> = {}): ScoredAttempt {
  const scores = success ? { ...ZERO, gt: 1, rule: 1, format: 1 } : { ...ZERO, rule: 0.5, format: 0.25 };
  return {
    problem_id,
    rules: { rule_set: 'production-strict', rule_set_version: 1, scores, success, recommended: [], flags: [] },
    quality: 0.9,
    answered: true,
    ...rest,
  };
}

function solved(count: number, of: number, quality: number | null): ScoredAttempt[] {
  return Array.from({ length: of }, (_, place) => attempt(`product-${place + 1}`, place < count, { quality }));
}

describe('the final score', () => {
  it.each([
    [28, 0.5, 0.6883],
    [20, 0.1, 0.2583],
    [12, 0.8, 0.4],
  ])('the final score of %i in 30 at quality %f is %f', (successes, quality, score) => {
    expect(aggregate(solved(successes, 30, quality), suiteOf(30), STRICT).score).toBe(score);
  });

  it.each([
    [0, 0.3],
    [0.1, 0.3875],
    [0.3, 0.5625],
    [0.5, 0.7375],
    [0.7, 0.9125],
    [0.8, 1],
    [0.9, 1],
    [-1, 0.3],
    [7, 1],
  ])('quality %f multiplies the final score by %f', (quality, coefficient) => {
    expect(reasoningCoefficient(quality)).toBe(coefficient);
  });

  it('the reasoning coefficient has a configurable floor and ceiling', () => {
    expect(reasoningCoefficient(0, { floor: 1, ceiling: 0.8 })).toBe(1);
    expect(reasoningCoefficient(0.5, { floor: 0, ceiling: 1 })).toBe(0.5);
    expect(aggregate(solved(15, 30, 0.1), suiteOf(30), STRICT, { floor: 1, ceiling: 0.8 }).score).toBe(0.5);
    expect(finalScore(1, 0.12345)).toBe(0.1235);
  });

  it('the final score grows with success and with quality', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, (rate, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(reasoningCoefficient(low)).toBeLessThanOrEqual(reasoningCoefficient(high));
        const score = finalScore(rate, reasoningCoefficient(low));
        expect(score).toBeLessThanOrEqual(finalScore(rate, reasoningCoefficient(high)));
        expect(score).toBeLessThanOrEqual(rate + 5e-5);
      }),
    );
  });
});

describe('quality', () => {
  it('quality is the mean over judged problems to four digits', () => {
    const attempts = [0.9, 0.7, 0.7].map((quality, place) => attempt(`product-${place + 1}`, true, { quality }));
    expect(aggregate(attempts, suiteOf(3), STRICT)).toMatchObject({ reasoning_quality: 0.7667, judged_problems: 3 });
    expect(meanQuality(0.1 + 0.7, 2)).toBe(0.4);
  });

  it('quality leaves out unjudged and untried problems, and counts a zero', () => {
    const attempts = [
      attempt('product-1', true, { quality: 0.5 }),
      attempt('product-2', true, { quality: null }),
      attempt('product-3', false, { quality: 0 }),
    ];
    expect(aggregate(attempts, suiteOf(5), STRICT)).toMatchObject({ reasoning_quality: 0.25, judged_problems: 2 });
  });

  it('quality and score are unknown when no attempt was judged', () => {
    expect(aggregate(solved(3, 3, null), suiteOf(3), STRICT)).toMatchObject({
      success_rate: 1,
      reasoning_quality: null,
      reasoning_coefficient: null,
      score: null,
    });
  });
});

describe('rates', () => {
  it('the success rate divides by the suite: a missing attempt is a failure', () => {
    const result = aggregate(solved(6, 8, 0.9), suiteOf(10), STRICT);
    expect(result).toMatchObject({
      rule_set: 'production-strict',
      rule_set_version: 3,
      total_problems: 10,
      scored_problems: 8,
      successful_problems: 6,
      success_rate: 0.6,
      ground_truth_rate: 0.6,
      format_score: (6 + 2 * 0.25) / 10,
      field_matching: (6 + 2 * 0.5) / 10,
      score: 0.6,
    });
  });

  it('the benchmark’s rates divide by the existing rollouts', () => {
    const crashed = attempt('product-9', false, { answered: false });
    const result = aggregate([...solved(6, 8, 0.9), crashed], suiteOf(10), benchmark());
    expect(result).toMatchObject({ rule_set: 'benchmark', total_problems: 8, success_rate: 0.75 });
    expect(aggregate([crashed], suiteOf(10), STRICT)).toMatchObject({ total_problems: 10, scored_problems: 1 });
  });

  it('rates per category have intervals, for the categories of the suite', () => {
    const suite = [...suiteOf(28), ...suiteOf(24, 'shop')];
    const attempts = [
      ...solved(19, 28, 0.9),
      ...Array.from({ length: 7 }, (_, place) => attempt(`shop-${place + 1}`, true)),
    ];
    const { categories, interval } = aggregate(attempts, suite, STRICT);
    expect(Object.keys(categories)).toEqual(['product', 'shop']);
    expect(categories.product).toMatchObject({ total_problems: 28, successful_problems: 19 });
    expect(categories.shop).toMatchObject({ total_problems: 24, scored_problems: 7, successful_problems: 7 });
    expect(categories.product!.interval.low).toBeCloseTo(0.493, 3);
    expect(categories.shop!.interval.high).toBeCloseTo(0.492, 3);
    expect(interval.low).toBeLessThan(0.5);
    expect(interval.high).toBeGreaterThan(0.5);
  });

  it('rates count the first attempt at a problem, and none at problems of other suites', () => {
    const attempts = [attempt('product-1', false), attempt('product-1', true), attempt('elsewhere', true)];
    expect(aggregate(attempts, suiteOf(2), STRICT)).toMatchObject({ scored_problems: 1, successful_problems: 0 });
  });

  it('rates without attempts are 0', () => {
    expect(aggregate([], [], STRICT)).toMatchObject({ success_rate: 0, interval: { low: 0, high: 1 }, score: null });
    expect(aggregate([], suiteOf(3), benchmark())).toMatchObject({ success_rate: 0, format_score: 0 });
  });

  it('rates are between 0 and 1, in any order of attempts', () => {
    const one = fc.record({ place: fc.nat(40), success: fc.boolean(), quality: fc.constantFrom(null, 0.1, 0.7, 0.9) });
    const some = fc.uniqueArray(one, { selector: ({ place }) => place });
    const order = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(some, order, (rows, numbers) => {
        const attempts = rows.map(({ place, success, quality }) =>
          attempt(`product-${place + 1}`, success, { quality }),
        );
        const shuffled = attempts
          .map((each) => [numbers.next().value as number, each] as const)
          .sort(([left], [right]) => left - right)
          .map(([, each]) => each);
        const result = aggregate(attempts, suiteOf(30), STRICT);
        expect(aggregate(shuffled, suiteOf(30).reverse(), STRICT)).toEqual(result);
        const { success_rate, ground_truth_rate, format_score, field_matching, score } = result;
        for (const rate of [success_rate, ground_truth_rate, format_score, field_matching, score ?? 0]) {
          expect(rate >= 0 && rate <= 1).toBe(true);
        }
      }),
    );
  });
});
