import type { Problem } from '../../problems/problem.ts';

/** A problem in the small market of the tools; its answer is 1001. */
export function lampProblem(id = 'lamp'): Problem {
  return {
    id,
    category: 'product',
    query: `I want a dimmable desk lamp by kavari with touch control, for request ${id}.`,
    difficulty: 'easy',
    targets: [
      {
        productId: '1001',
        titles: ['Kavari Desk Lamp Dimmable Touch Control'],
        price: { mode: 'less than', high: 350 },
        services: ['freeShipping'],
        options: {},
        attributes: {},
      },
    ],
  };
}
