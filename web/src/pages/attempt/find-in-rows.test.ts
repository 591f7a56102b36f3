import { describe, expect, it } from 'vitest';
import { claim, recorded, said, step } from '../../testing/attempt-sample-attempt.ts';
import { buildRows } from './build-rows.ts';
import { findInRows } from './find-in-rows.ts';

const ROWS = buildRows(
  [
    step(1, [claim('find_product', { q: 'Lamp' })], 'First I look for a LAMP.'),
    step(2, [claim('view_product_information', { product_ids: '12' })], 'The blue one.'),
  ],
  [
    recorded(1, { parameters: { q: 'Lamp' } }),
    recorded(2, {
      kind: 'view',
      parameters: { product_ids: '12' },
      response: [{ product_id: '12', title: 'Teal shade' }],
    }),
    said(3, 'It was never told about walnut.'),
  ],
);

describe('finding words in steps', () => {
  it('reads what was told and what was recorded, whatever the case', () => {
    expect(findInRows(ROWS, 'first i LOOK')).toEqual([0]);
    expect(findInRows(ROWS, 'teal SHADE')).toEqual([1]);
    expect(findInRows(ROWS, 'walnut').length).toBe(1);
    expect(findInRows(ROWS, 'chair')).toEqual([]);
  });

  it('finds nothing for no words', () => {
    expect(findInRows(ROWS, '  ')).toEqual([]);
  });
});
