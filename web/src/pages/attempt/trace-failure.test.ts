import { describe, expect, it } from 'vitest';
import type { AnswerWire } from '../../../../src/board/wire.ts';
import { claim, recorded, step } from '../../testing/attempt-sample-attempt.ts';
import { buildRows } from './build-rows.ts';
import { traceFailure } from './trace-failure.ts';

const CALLS = [
  recorded(1, { parameters: { q: 'lamp' } }),
  recorded(2, { parameters: { q: 'shade' }, response: [{ product_id: '30', title: 'teal shade' }] }),
];
const ROWS = buildRows(
  [
    step(1, [claim('find_product', { q: 'lamp' })]),
    step(2, [claim('find_product', { q: 'shade' })]),
    step(3, [claim('recommend_product', { product_ids: '11' })]),
  ],
  CALLS,
);
const answer = (...ids: string[]): AnswerWire => ({
  items: ids.map((id) => ({
    product_id: id,
    accepts: [id, `${id}b`],
    titles: [],
    keyword: null,
    price: null,
    services: [],
    options: {},
    attributes: {},
  })),
  budget: null,
});
const trace = (recommended: string[], known: AnswerWire | null) => traceFailure(ROWS, CALLS, recommended, known);

describe('failure trace', () => {
  it('the failure trace says where recommended products come from, and no more without the answer', () => {
    expect(trace(['11', '99'], null)).toEqual({
      recommended: [
        { id: '11', title: 'red lamp', row: 0 },
        { id: '99', title: null, row: -1 },
      ],
      recommendedIn: 2,
      searches: 2,
      passing: null,
      turn: null,
    });
  });

  it('the failure trace names accepted products that were seen and passed over, and where', () => {
    expect(trace(['11'], answer('30'))).toMatchObject({
      passing: [{ id: '30', title: 'teal shade', row: 1 }],
      turn: { kind: 'chose another', row: 2 },
    });
  });

  it('the failure trace omits items that were answered well', () => {
    expect(trace(['11', '12'], answer('11', '30')).passing).toEqual([{ id: '30', title: 'teal shade', row: 1 }]);
  });

  it('the failure trace says that no search showed an accepted product, or that nothing was recommended', () => {
    expect(trace(['11'], answer('77'))).toMatchObject({ passing: [], turn: { kind: 'never found', row: 0 } });
    expect(trace([], answer('30')).turn).toEqual({ kind: 'no recommendation', row: 2 });
  });
});
