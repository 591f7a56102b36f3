import { describe, expect, it } from 'vitest';
import { CARDS, claim, recorded, step } from '../../testing/attempt-sample-attempt.ts';
import { buildRows } from './build-rows.ts';
import type { ClaimedStep } from './claimed-step.ts';
import { isDifferent } from './describe-match.ts';
import { pairCalls } from './pair-calls.ts';
import type { RecordedCall } from './recorded-call.ts';

function told(steps: readonly ClaimedStep[], calls: readonly RecordedCall[] | null) {
  return pairCalls(steps, calls).map(({ match, recorded }) => [match, recorded.map(({ sequence }) => sequence)]);
}

describe('a claimed call', () => {
  it('a claimed call matches the recorded one with the same arguments, however written', () => {
    const steps = [
      step(1, [claim('find_product', { q: ' lamp', page: 1, service: ['COD', 'official'] }, CARDS)]),
      step(2, [claim('view_product_information', { product_ids: '11, 12' }, CARDS)]),
    ];
    const calls = [
      recorded(1, { parameters: { q: 'lamp', service: 'COD,official' } }),
      recorded(2, { kind: 'view', parameters: { product_ids: '11,12' } }),
    ];
    expect(told(steps, calls)).toEqual([
      ['same', [1]],
      ['same', [2]],
    ]);
  });

  it('identical claimed calls are paired in order, and others out of order if needed', () => {
    const lamp = claim('find_product', { q: 'lamp' }, CARDS);
    const chair = claim('find_product', { q: 'chair' }, CARDS);
    const calls = [
      recorded(1, { parameters: { q: 'lamp' } }),
      recorded(2, { parameters: { q: 'chair' } }),
      recorded(3, { parameters: { q: 'lamp' } }),
    ];
    expect(told([step(1, [lamp, chair]), step(2, [lamp])], calls)).toEqual([
      ['same', [1]],
      ['same', [2]],
      ['same', [3]],
    ]);
    expect(told([step(1, [chair, lamp, lamp])], calls)).toEqual([
      ['same', [2]],
      ['same', [3]],
      ['same', [1]],
    ]);
  });

  it('a claimed call without a record is detected, one call per claim', () => {
    const lamp = claim('find_product', { q: 'lamp' }, CARDS);
    expect(told([step(1, [lamp, lamp])], [recorded(1, { parameters: { q: 'lamp' } })])).toEqual([
      ['same', [1]],
      ['never recorded', []],
    ]);
    expect(told([step(1, [claim('check_product_match', { product_id: '11' })])], [])).toEqual([['never recorded', []]]);
  });

  it('a claimed call with another result shows where, and both values', () => {
    const better = CARDS.map((card) => ({ ...card, price: 1 }));
    const [paired] = pairCalls(
      [step(1, [claim('find_product', { q: 'lamp' }, better)])],
      [recorded(1, { parameters: { q: 'lamp' } })],
    );
    expect(paired).toMatchObject({
      match: 'other result',
      differences: [
        { path: '[0].price', claimed: '1', recorded: '100' },
        { path: '[1].price', claimed: '1', recorded: '120' },
      ],
    });
  });

  it('a claimed call with other arguments matches the remaining call at its place', () => {
    const steps = [
      step(1, [claim('find_product', { q: 'lamp' }, CARDS)]),
      step(2, [claim('find_product', { q: 'polite question' }, CARDS)]),
      step(3, [claim('find_product', { q: 'chair' }, CARDS)]),
    ];
    const calls = ['lamp', 'answer 12', 'chair', 'later'].map((q, index) => recorded(index + 1, { parameters: { q } }));
    expect(told(steps, calls)).toEqual([
      ['same', [1]],
      ['other arguments', [2]],
      ['same', [3]],
    ]);
    expect(pairCalls(steps, calls)[1]!.differences).toEqual([
      { path: 'q', claimed: '"polite question"', recorded: '"answer 12"' },
    ]);
  });

  it('a composed tool is matched to its recorded calls, and a local tool to none', () => {
    const steps = [
      step(1, [claim('find_products_in_same_shop', { product_queries: [{ q: 'lamp' }, { q: 'chair' }] })]),
      step(2, [claim('check_product_match', { product_id: 11, requirements: {} })]),
      step(3, [claim('recommend_product', { product_ids: '11' }), claim('my_own_tool', {})]),
    ];
    const calls = [
      recorded(1, { parameters: { q: 'lamp' } }),
      recorded(2, { parameters: { q: 'chair', shop_id: '7' } }),
      recorded(3, { parameters: { q: 'something else' } }),
      recorded(4, { kind: 'view', parameters: { product_ids: '11' } }),
    ];
    expect(told(steps, calls)).toEqual([
      ['composed', [1, 2]],
      ['composed', [4]],
      ['no trace', []],
      ['no trace', []],
    ]);
  });

  it('a refused call may be claimed in the agent’s own words', () => {
    const calls = [recorded(1, { parameters: { q: 'lamp' }, status: 400, response: { detail: 'no' } })];
    const failed = claim('find_product', { q: 'lamp' }, { error: 'The search said no.' });
    expect(told([step(1, [failed])], calls)).toEqual([['same', [1]]]);
    expect(told([step(1, [claim('find_product', { q: 'lamp' }, CARDS)])], calls)).toEqual([['other result', [1]]]);
  });

  it('claimed calls are unchecked without a record, and beyond the comparison limit', () => {
    const steps = [step(1, [claim('find_product', { q: 'lamp' })])];
    expect(told(steps, null)).toEqual([['unchecked', []]]);
    const many = [
      step(
        1,
        Array.from({ length: 6_000 }, () => claim('find_product', { q: 'lamp' })),
      ),
    ];
    const calls = Array.from({ length: 2_000 }, (_, index) => recorded(index + 1, { parameters: { q: 'x' } }));
    expect(new Set(told(many, calls).map(([match]) => match))).toEqual(
      new Set(['other arguments', 'never recorded', 'unchecked']),
    );
  });

  // Quadratic time exceeds the time limit of a test.
  it('pairs thousands of identical claimed calls in linear time', () => {
    const composed = { product_queries: [{ q: 'chair' }, { q: 'table' }] };
    const kinds = [
      claim('find_product', { q: 'lamp' }, CARDS),
      claim('find_products_in_same_shop', composed),
      claim('my_own_tool', {}),
      claim('view_product_information', { product_ids: '11' }),
    ];
    const many = Array.from({ length: 100_000 }, (_, index) => kinds[index % kinds.length]!);
    const calls = Array.from({ length: 20_000 }, (_, index) =>
      recorded(index + 1, { parameters: { q: 'nothing that anybody tells of' } }),
    );
    const rows = buildRows([step(1, many)], calls);
    const [row] = rows.filter(({ kind }) => kind === 'step');
    expect(row).toMatchObject({ calls: { length: 100_000 } });
    expect(rows.filter(isDifferent).length).toBeGreaterThan(0);
  });

  it('pairing claimed calls survives any parameters', () => {
    const odd = [null, 'text', 7, [], { q: { $ne: 1 } }, { q: null }, JSON.parse('{"__proto__": {"q": "x"}}')];
    const steps = odd.map((parameters, index) => step(index + 1, [claim('find_product', parameters, CARDS)]));
    expect(told(steps, [])).toEqual(odd.map(() => ['never recorded', []]));
  });
});
