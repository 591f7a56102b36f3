import { expect, it } from 'vitest';
import { sparkline } from './sparkline.ts';

it.each([
  [[3, 2, 1], 10, '█▅▁'],
  [[1, 1, 1], 10, '▁▁▁'],
  [[0, 0, 7, 7], 2, '▁█'],
  [[], 10, ''],
  [[Number.NaN, 1], 10, '▁'],
])('draws the sparkline %j in %i characters as %s', (values, width, drawn) => {
  expect(sparkline(values, width)).toBe(drawn);
});
