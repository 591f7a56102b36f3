import { describe, expect, it } from 'vitest';
import type { AnswerChange } from '../../inference/inference.ts';
import { Random } from '../../random/random.ts';
import { type ChangeContext, chooseChange } from './choose-change.ts';

const SHOWN = [
  [
    { id: '1000000001', title: 'Brass desk lamp' },
    { id: '1000000002', title: 'Steel floor lamp' },
    { id: '1000000003', title: 'Paper table lamp' },
  ],
];

function chosen(kind: AnswerChange['kind'], said: string, rest: Partial<ChangeContext> = {}): AnswerChange[] {
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
  it('changes a word of a call rather than of a thought', () => {
    const said = 'A shiny brass one. {"tool":"search","q":"desk lamp"}';
    expect(values(chosen('word', said), 'from')).toEqual(['desk', 'lamp']);
  });

  it('prefers to change a word that was not said before and is in the request', () => {
    const said = '{"q":"desk lamp brass fancy"}';
    expect(values(chosen('word', said), 'from')).toEqual(['brass', 'desk', 'lamp']);
    expect(values(chosen('word', said, { saidBefore: new Set(['desk', 'brass']) }), 'from')).toEqual(['lamp']);
    const before = new Set(['desk', 'brass', 'lamp']);
    expect(values(chosen('word', said, { saidBefore: before }), 'from')).toEqual(['fancy']);
  });

  it('never changes a word of the answer format given in the instructions', () => {
    const prompt = ['Begin with "Decision:" and end with "over".'];
    expect(values(chosen('word', 'Decision: lamp over', { prompt }), 'from')).toEqual(['lamp']);
    expect(chosen('word', 'Decision: over', { prompt })).toEqual([]);
    expect(chosen('word', 'Action: search, query, page 2, null, success')).toEqual([]);
  });

  it('replaces a word with one that is in neither the request, the prompt nor the answer', () => {
    expect(values(chosen('word', 'SEARCH: lamp'), 'to')).toEqual(['carpet', 'sofa', 'vase']);
    expect(values(chosen('word', 'SEARCH: lamp, no Vase', { prompt: ['carpet'] }), 'to')).toEqual(['sofa']);
    expect(chosen('word', 'SEARCH: lamp', { vocabulary: ['brass'] })).toEqual([]);
  });

  it('never changes a word that could not be restored exactly', () => {
    expect(values(chosen('word', '{"q":"iPhone stand"}', { query: 'iphone stand' }), 'from')).toEqual(['stand']);
  });
});

describe('a changed product', () => {
  const shown = SHOWN;

  it('replaces a product that results have shown with its neighbour', () => {
    const changes = chosen('product', '{"product_ids":"1000000001"}', { shown });
    expect(changes).toHaveLength(40);
    expect(values(changes, 'from')).toEqual(['1000000001']);
    expect(values(changes, 'to')).toEqual(['1000000002', '1000000003']);
  });

  it('takes the new product from the newest list, or from older lists when the answer names all of that list', () => {
    const more = [...shown, [{ id: '2000000001', title: '' }], [SHOWN[0]![0]!, { id: '3000000001', title: '' }]];
    expect(values(chosen('product', '{"id":"1000000001"}', { shown: more }), 'to')).toEqual(['3000000001']);
    const both = chosen('product', '{"id":["1000000001","3000000001"]}', { shown: more });
    expect(values(both, 'to')).toEqual(['1000000002', '1000000003', '2000000001']);
  });

  it('changes a product of a call rather than of a thought', () => {
    const said = 'I saw 1000000002. {"product_ids":"1000000001"}';
    expect(values(chosen('product', said, { shown }), 'from')).toEqual(['1000000001']);
    expect(chosen('product', 'I saw 1000000002. {"q":"lamp"}', { shown })).toEqual([]);
    expect(values(chosen('product', 'I take 1000000002.', { shown }), 'from')).toEqual(['1000000002']);
  });

  it('changes no product that results have not shown, and none without an alternative', () => {
    expect(chosen('product', '{"id":"4000000001"}', { shown })).toEqual([]);
    expect(chosen('product', '{"id":"1000000001"}')).toEqual([]);
    expect(chosen('product', '{"id":"1000000001"}', { shown: [[SHOWN[0]![0]!]] })).toEqual([]);
  });
});

describe('a changed choice', () => {
  const prompt = ['Which?\n1. Brass desk lamp\n2) 1000000002, steel\n[3] Paper table lamp, 99'];

  it('replaces the number of a listed product with another number of that list', () => {
    const changes = chosen('choice', 'Number 2.', { shown: SHOWN, prompt });
    expect(values(changes, 'from')).toEqual(['2']);
    expect(values(changes, 'to')).toEqual(['1', '3']);
    expect(changes[0]).toMatchObject({ kind: 'choice', products: { from: '1000000002' } });
    for (const { to, products } of changes) expect(products!.to).toBe(to === '1' ? '1000000001' : '1000000003');
  });

  it('changes no choice without a list, without a number of that list, or in a long answer', () => {
    expect(chosen('choice', '2', { shown: SHOWN, prompt: ['Which?'] })).toEqual([]);
    expect(chosen('choice', '7', { shown: SHOWN, prompt })).toEqual([]);
    expect(chosen('choice', `2${' words'.repeat(200)}`, { shown: SHOWN, prompt })).toEqual([]);
  });

  it('changes a choice although the new number is part of another number', () => {
    expect(values(chosen('choice', 'Number 2, for 130.', { shown: SHOWN, prompt }), 'to')).toEqual(['1', '3']);
  });
});

describe('a changed title', () => {
  const shown = SHOWN;

  it('replaces the title of a product that results have shown with that of its neighbour', () => {
    const changes = chosen('title', 'FINAL: Brass desk lamp', { shown });
    expect(changes).toHaveLength(40);
    expect(values(changes, 'from')).toEqual(['Brass desk lamp']);
    expect(values(changes, 'to')).toEqual(['Paper table lamp', 'Steel floor lamp']);
    for (const { to, products } of changes) {
      const other = SHOWN[0]!.find(({ title }) => title === to)!;
      expect(products).toEqual({ from: '1000000001', to: other.id });
    }
  });

  it('changes a title in a call rather than in a thought', () => {
    const said = 'Better than Steel floor lamp. {"pick": "Brass desk lamp"}';
    expect(values(chosen('title', said, { shown }), 'from')).toEqual(['Brass desk lamp']);
    // The other named product is no alternative.
    expect(values(chosen('title', said, { shown }), 'to')).toEqual(['Paper table lamp']);
  });

  it('cuts the new title off where the model named only the beginning of a long one', () => {
    const long = (name: string) => `${name} lamp with a very long description of everything it comes with`;
    const list = ['Brass desk', 'Steel floor'].map((name, place) => ({ id: `100000000${place}`, title: long(name) }));
    const [change] = chosen('title', `I take "${long('Brass desk').slice(0, 52)}…"`, { shown: [list] });
    expect(change).toMatchObject({
      from: long('Brass desk').slice(0, 52),
      to: long('Steel floor').slice(0, 52).trimEnd(),
    });
  });

  it.each([
    ['that the answer also names by id', 'Brass desk lamp (1000000001)', {}],
    [
      'that the answer also names by number',
      '1, the Brass desk lamp',
      { prompt: ['1. Brass desk lamp\n2. Steel floor lamp'] },
    ],
    ['that results have not shown', 'Copper wall lamp', {}],
    ['without an alternative', 'Brass desk lamp', { shown: [[SHOWN[0]![0]!]] }],
    ['that two products have', 'Brass desk lamp', { shown: [[...SHOWN[0]!, { id: '4', title: 'Brass desk lamp' }]] }],
    [
      'for one that would break the answer’s format',
      'Brass desk lamp',
      {
        shown: [[SHOWN[0]![0]!, { id: '1000000009', title: 'A 24" "wide" lamp' }]],
      },
    ],
  ])('changes no title %s', (_, said, rest) => {
    expect(chosen('title', said, { shown, ...rest })).toEqual([]);
  });
});

describe('a changed price', () => {
  it.each([
    ['{"q":"lamp","price":"100-500"}', ['100']],
    ['{"max_price": 500}', ['500']],
    ['lamps under ₱500', ['500']],
  ])('raises a price bound a little: %s', (said, from) => {
    const changes = chosen('bound', said);
    expect(values(changes, 'from')).toEqual(from);
    for (const { to } of changes) {
      expect(Number(to)).toBeGreaterThan(Number(from[0]) * 1.05);
      expect(Number(to)).toBeLessThan(Number(from[0]) * 1.15 + 2);
    }
  });

  it('changes no number that is not a price', () => {
    expect(chosen('bound', '{"q":"lamp 500","id":"1000000001"}')).toEqual([]);
  });
});

describe('a changed page', () => {
  it('replaces a page number with the next one, also beside other numbers', () => {
    expect(chosen('page', '{"q":"lamp 2026","page":1}')[0]).toEqual({ kind: 'page', from: '1', to: '2' });
    expect(chosen('page', '{"page":9}')).toEqual([]);
    expect(chosen('page', 'lamp')).toEqual([]);
  });

  it('changes no page when the answer also asks for the next page', () => {
    expect(chosen('page', '[{"page":1},{"page":2}]')).toEqual([]);
  });
});

it('prefers the change that decides most, among the allowed kinds', () => {
  const said = ['{"q":"desk lamp","price":"100-500","page":1,"near":"1000000001"}'];
  const occasion = { said, saidBefore: new Set<string>(), prompt: [], query: '', shown: SHOWN, vocabulary: ['vase'] };
  const kindOf = (...kinds: AnswerChange['kind'][]) => chooseChange(new Set(kinds), occasion, new Random(1))?.kind;
  expect(kindOf('word', 'page', 'bound', 'choice', 'product')).toBe('product');
  expect(kindOf('word', 'page', 'bound')).toBe('bound');
  expect(kindOf('word', 'page')).toBe('page');
  expect(kindOf('choice', 'word')).toBe('word');
  expect(kindOf()).toBeUndefined();
});
