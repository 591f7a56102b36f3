import { describe, expect, it } from 'vitest';
import type { AnswerChange } from '../../inference/inference.ts';
import { Random } from '../../random/random.ts';
import { chooseChange, type Occasion } from './choose-change.ts';

const SHOWN = [
  [
    { id: '1000000001', title: 'Brass desk lamp' },
    { id: '1000000002', title: 'Steel floor lamp' },
    { id: '1000000003', title: 'Paper table lamp' },
  ],
];

function chosen(kind: AnswerChange['kind'], said: string, rest: Partial<Occasion> = {}): AnswerChange[] {
  const occasion = {
    said: [said],
    saidBefore: new Set<string>(),
    prompt: ['You are a shopping assistant. Answer with JSON.', 'I want a brass desk lamp'],
    query: 'I want a brass desk lamp',
    shown: [],
    vocabulary: ['vase', 'sofa', 'brass', 'carpet'],
    ...rest,
  };
  const changes = Array.from({ length: 40 }, (_, seed) => chooseChange(new Set([kind]), occasion, new Random(seed)));
  return changes.filter((change) => change !== undefined);
}

const values = (changes: readonly AnswerChange[], side: 'from' | 'to') =>
  [...new Set(changes.map((change) => change[side]))].toSorted();

describe('a changed word', () => {
  it('is one of a call rather than of a thought', () => {
    const said = 'A shiny brass one. {"tool":"search","q":"desk lamp"}';
    expect(values(chosen('word', said), 'from')).toEqual(['desk', 'lamp']);
  });

  it('is preferably one that was not said before, and one of the request', () => {
    const said = '{"q":"desk lamp brass fancy"}';
    expect(values(chosen('word', said), 'from')).toEqual(['brass', 'desk', 'lamp']);
    expect(values(chosen('word', said, { saidBefore: new Set(['desk', 'brass']) }), 'from')).toEqual(['lamp']);
    const before = new Set(['desk', 'brass', 'lamp']);
    expect(values(chosen('word', said, { saidBefore: before }), 'from')).toEqual(['fancy']);
  });

  it('is never one of the format, which stands in the instructions', () => {
    const prompt = ['Begin with "Decision:" and end with "over".'];
    expect(values(chosen('word', 'Decision: lamp over', { prompt }), 'from')).toEqual(['lamp']);
    expect(chosen('word', 'Decision: over', { prompt })).toEqual([]);
    expect(chosen('word', 'Action: search, query, page 2, null, success')).toEqual([]);
  });

  it('becomes a word that neither request, prompt nor answer has', () => {
    expect(values(chosen('word', 'SEARCH: lamp'), 'to')).toEqual(['carpet', 'sofa', 'vase']);
    expect(values(chosen('word', 'SEARCH: lamp, no Vase', { prompt: ['carpet'] }), 'to')).toEqual(['sofa']);
    expect(chosen('word', 'SEARCH: lamp', { vocabulary: ['brass'] })).toEqual([]);
  });

  it('is not one that would not come back as it was', () => {
    expect(values(chosen('word', '{"q":"iPhone stand"}', { query: 'iphone stand' }), 'from')).toEqual(['stand']);
  });
});

describe('a changed product', () => {
  const shown = SHOWN;

  it('is one that results have shown, and becomes its neighbour', () => {
    const changes = chosen('product', '{"product_ids":"1000000001"}', { shown });
    expect(changes).toHaveLength(40);
    expect(values(changes, 'from')).toEqual(['1000000001']);
    expect(values(changes, 'to')).toEqual(['1000000002', '1000000003']);
  });

  it('comes from the newest list that has it, and from others where all of that are named', () => {
    const more = [...shown, [{ id: '2000000001', title: '' }], [SHOWN[0]![0]!, { id: '3000000001', title: '' }]];
    expect(values(chosen('product', '{"id":"1000000001"}', { shown: more }), 'to')).toEqual(['3000000001']);
    const both = chosen('product', '{"id":["1000000001","3000000001"]}', { shown: more });
    expect(values(both, 'to')).toEqual(['1000000002', '1000000003', '2000000001']);
  });

  it('is one of a call rather than of a thought', () => {
    const said = 'I saw 1000000002. {"product_ids":"1000000001"}';
    expect(values(chosen('product', said, { shown }), 'from')).toEqual(['1000000001']);
    expect(chosen('product', 'I saw 1000000002. {"q":"lamp"}', { shown })).toEqual([]);
    expect(values(chosen('product', 'I take 1000000002.', { shown }), 'from')).toEqual(['1000000002']);
  });

  it('is none that no result has shown, and none where there is no other', () => {
    expect(chosen('product', '{"id":"4000000001"}', { shown })).toEqual([]);
    expect(chosen('product', '{"id":"1000000001"}')).toEqual([]);
    expect(chosen('product', '{"id":"1000000001"}', { shown: [[SHOWN[0]![0]!]] })).toEqual([]);
  });
});

describe('a changed choice', () => {
  const prompt = ['Which?\n1. Brass desk lamp\n2) 1000000002, steel\n[3] Paper table lamp, 99'];

  it('is the number of a product in a list, and becomes another of that list', () => {
    const changes = chosen('choice', 'Number 2.', { shown: SHOWN, prompt });
    expect(values(changes, 'from')).toEqual(['2']);
    expect(values(changes, 'to')).toEqual(['1', '3']);
    expect(changes[0]).toMatchObject({ kind: 'choice', products: { from: '1000000002' } });
    for (const { to, products } of changes) expect(products!.to).toBe(to === '1' ? '1000000001' : '1000000003');
  });

  it('is none without a list, without one of its numbers, or in a long answer', () => {
    expect(chosen('choice', '2', { shown: SHOWN, prompt: ['Which?'] })).toEqual([]);
    expect(chosen('choice', '7', { shown: SHOWN, prompt })).toEqual([]);
    expect(chosen('choice', `2${' words'.repeat(200)}`, { shown: SHOWN, prompt })).toEqual([]);
  });

  it('is made although the new number is a part of another', () => {
    expect(values(chosen('choice', 'Number 2, for 130.', { shown: SHOWN, prompt }), 'to')).toEqual(['1', '3']);
  });
});

describe('a changed price', () => {
  it.each([
    ['{"q":"lamp","price":"100-500"}', ['100']],
    ['{"max_price": 500}', ['500']],
    ['lamps under ₱500', ['500']],
  ])('is a bound, a little higher: %s', (said, from) => {
    const changes = chosen('bound', said);
    expect(values(changes, 'from')).toEqual(from);
    for (const { to } of changes) {
      expect(Number(to)).toBeGreaterThan(Number(from[0]) * 1.05);
      expect(Number(to)).toBeLessThan(Number(from[0]) * 1.15 + 2);
    }
  });

  it('is none where numbers are not prices', () => {
    expect(chosen('bound', '{"q":"lamp 500","id":"1000000001"}')).toEqual([]);
  });
});

describe('a changed page', () => {
  it('is the next one, also beside other numbers', () => {
    expect(chosen('page', '{"q":"lamp 2026","page":1}')[0]).toEqual({ kind: 'page', from: '1', to: '2' });
    expect(chosen('page', '{"page":9}')).toEqual([]);
    expect(chosen('page', 'lamp')).toEqual([]);
  });

  it('is none where the answer asks for the next page as well', () => {
    expect(chosen('page', '[{"page":1},{"page":2}]')).toEqual([]);
  });
});

it('changes what decides most, and only kinds that it may', () => {
  const said = ['{"q":"desk lamp","price":"100-500","page":1,"near":"1000000001"}'];
  const occasion = { said, saidBefore: new Set<string>(), prompt: [], query: '', shown: SHOWN, vocabulary: ['vase'] };
  const kindOf = (...kinds: AnswerChange['kind'][]) => chooseChange(new Set(kinds), occasion, new Random(1))?.kind;
  expect(kindOf('word', 'page', 'bound', 'choice', 'product')).toBe('product');
  expect(kindOf('word', 'page', 'bound')).toBe('bound');
  expect(kindOf('word', 'page')).toBe('page');
  expect(kindOf('choice', 'word')).toBe('word');
  expect(kindOf()).toBeUndefined();
});
