import { expect, it } from 'vitest';
import { thinned } from './thinned.ts';

it('thins long curves and keeps both ends', () => {
  const points = Array.from({ length: 10_001 }, (_, step) => step);
  const few = thinned(points, 500);
  expect(few).toHaveLength(500);
  expect([few[0], few.at(-1)]).toEqual([0, 10_000]);
  expect(thinned([1, 2], 500)).toEqual([1, 2]);
});
