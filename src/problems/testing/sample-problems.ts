import type { ArenaProblem } from '../arena-form.ts';
import { ARENA_CATEGORIES, type Difficulty } from '../problem.ts';

/** Makes `count` different problems, cycling through every category and difficulty. */
export function sampleProblems(count: number, prefix = 'p'): readonly ArenaProblem[] {
  const difficulties: readonly Difficulty[] = ['easy', 'medium', 'hard'];
  return Array.from({ length: count }, (_, place) => {
    const category = ARENA_CATEGORIES[place % 3]!;
    const own = `${prefix}${place}`;
    const target = {
      productId: `${own}-1`,
      titles: [`${own}lamp`],
      services: ['COD'] as const,
      options: { colour: 'red' },
      attributes: { material: [`${own}oak`, 'ash'] },
      price: { mode: 'less than', high: 100 + place } as const,
    };
    return {
      id: `${prefix}${place + 1}`,
      category,
      query: `a red lamp, number ${place} – ${own}shade ${own}lamp ${own}oak ${own}brass`,
      difficulty: difficulties[Math.floor(place / 3) % 3]!,
      targets: category === 'product' ? [target] : [target, { ...target, productId: `${own}-2` }],
      ...(category === 'voucher' && {
        voucher: {
          scope: 'shop',
          threshold: 50,
          discount: { type: 'percentage', share: 0.1, cap: Number.POSITIVE_INFINITY },
          budget: 90,
          priceAfterVoucher: 80,
        } as const,
      }),
    };
  });
}

/** The same problems, with measurements: no policy without a model solves them. */
export function measuredProblems(count: number, prefix = 'p'): readonly ArenaProblem[] {
  const measure = { satisfying: 1, nearMisses: 0, searches: 1, solvedBy: [] };
  return sampleProblems(count, prefix).map((problem) => ({ ...problem, measure }));
}

/** A clock for tests that advances one minute per call. */
export function sampleClock(start = '2026-01-01T00:00:00.000Z'): () => Date {
  let time = Date.parse(start);
  return () => {
    time += 60_000;
    return new Date(time);
  };
}
