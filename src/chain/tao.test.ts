import { expect, it } from 'vitest';
import { raoOf, taoText } from './tao.ts';

it.each<[bigint, string]>([
  [0n, '0 TAO'],
  [1n, '0.000000001 TAO'],
  [126_000_000n, '0.126 TAO'],
  [100_000_000_000n, '100 TAO'],
  [-1_500_000_000n, '-1.5 TAO'],
])('%s rao are written as %s', (rao, text) => {
  expect(taoText(rao)).toBe(text);
});

it('rounds TAO to whole rao', () => {
  expect([raoOf(0.1), raoOf(1.26), raoOf(0.0005)]).toEqual([100_000_000n, 1_260_000_000n, 500_000n]);
});
