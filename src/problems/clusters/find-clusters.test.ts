import { describe, expect, it } from 'vitest';
import type { Target, Voucher } from '../problem.ts';
import { findClusters } from './find-clusters.ts';
import type { Question } from './question.ts';

function target(productId: string, rest: Partial<Target> = {}): Target {
  return { productId, titles: [`Title of ${productId}`], services: [], options: {}, attributes: {}, ...rest };
}

const FILLER: Question[] = Array.from({ length: 30 }, (_, n) => ({
  id: `filler-${n}`,
  query: `Please look for thing${n} number${n * 7} with property${n * 3} and value${n * 11}`,
  targets: [target(`filler-${n}`)],
}));

function reasonsBetween(left: Omit<Question, 'id'>, right: Omit<Question, 'id'>): string[] {
  const questions = [{ id: 'left', ...left }, { id: 'right', ...right }, ...FILLER];
  const { edges, clusterOf, clusters } = findClusters(questions);
  expect(clusters.length).toBe(clusterOf[0] === clusterOf[1] ? FILLER.length + 1 : FILLER.length + 2);
  return [...new Set(edges.map((edge) => edge.reason))];
}

const voucher: Voucher = {
  scope: 'platform',
  threshold: 500,
  discount: { type: 'fixed', amount: 70 },
  budget: 640,
  priceAfterVoucher: 630,
};

describe('findClusters', () => {
  it('joins problems with the same words in another notation', () => {
    const plain = 'Red lamp, under 300 pesos.';
    expect(
      reasonsBetween({ query: plain, targets: [] }, { query: '  red LAMP under\n300 pesos!', targets: [] }),
    ).toContain('same-query');
    expect(
      reasonsBetween({ query: plain, targets: [] }, { query: 'under 300 pesos: lamp, red', targets: [] }),
    ).toContain('same-words');
  });

  it.each([
    ['look-alike letters', (query: string) => query.replaceAll('a', 'а').replaceAll('e', 'е').replaceAll('o', 'о')],
    ['accents', (query: string) => query.replaceAll(/[aeou]/g, (vowel) => `${vowel}\u0301`)],
    ['invisible characters', (query: string) => query.replaceAll(/(?<=\w)(?=\w)/g, '\u034f')],
    ['hyphens within words', (query: string) => query.replaceAll(/(?<=\w\w)(?=\w\w\w)/g, '-')],
    ['words glued together', (query: string) => query.replaceAll(/(\w+) (\w+)/g, '$1$2')],
  ])('joins problems despite %s', (_, dress) => {
    const query = 'Looking for a quezonite teal umbrella stand with brass feet under 1450 pesos.';
    expect(reasonsBetween({ query, targets: [] }, { query: dress(query), targets: [] }).length).toBeGreaterThan(0);
  });

  it('joins problems with the same answer', () => {
    const left = { query: 'a red lamp', targets: [target('7')] };
    expect(reasonsBetween(left, { query: 'something that glows', targets: [target('1'), target('7')] })).toEqual([
      'same-target',
    ]);
  });

  it('joins problems with the same detailed specification, whatever the titles', () => {
    const said = {
      price: { mode: 'between', low: 180, high: 505 },
      services: ['COD'],
      attributes: { material: ['oak'] },
    } as const;
    const left = { query: 'an oak shelf', targets: [target('1', said)] };
    const right = { query: 'ein Regal aus Eiche', targets: [target('2', { ...said, titles: ['Other'] })] };
    expect(reasonsBetween(left, right)).toEqual(['same-specification']);
    const little = { services: ['COD'] } as const;
    const vague = reasonsBetween(
      { query: 'an oak shelf', targets: [target('1', little)] },
      { query: 'ein Regal aus Eiche', targets: [target('2', little)] },
    );
    expect(vague).toEqual([]);
  });

  it('joins the same voucher on similar items, but not on unrelated ones', () => {
    const left = { query: 'lamp and budget', targets: [target('1', { titles: ['Kavari Arendo Desk Lamp'] })], voucher };
    const similar = {
      query: 'Leuchte',
      targets: [target('2', { titles: ['Kavari Arendo Desk Lamp Black'] })],
      voucher,
    };
    const stranger = { query: 'Seife', targets: [target('3', { titles: ['Soap Bar Lavender'] })], voucher };
    expect(reasonsBetween(left, similar)).toEqual(['same-voucher']);
    expect(reasonsBetween(left, stranger)).toEqual([]);
  });

  it('joins nearly identical texts and paraphrases', () => {
    const left = { query: 'I am looking for a quezonite teal umbrella stand with brass feet', targets: [] };
    const typo = { query: 'I am looking for a quezonite teal umbrela stand with brass feet!', targets: [] };
    expect(reasonsBetween(left, typo)).toContain('near-duplicate');
    const other = { query: 'Do you sell brass footed umbrella stands, teal, by quezonite?', targets: [] };
    expect(reasonsBetween(left, other)).toContain('paraphrase');
  });

  it('problem clusters are joined transitively', () => {
    const { clusters } = findClusters([
      { id: 'a', query: 'one thing', targets: [target('1')] },
      { id: 'b', query: 'other stuff', targets: [target('1'), target('2')] },
      { id: 'c', query: 'last words', targets: [target('2')] },
      { id: 'd', query: 'unrelated entirely', targets: [target('4')] },
    ]);
    expect(clusters).toEqual([[0, 1, 2], [3]]);
  });

  it('finds no clusters without problems', () => {
    expect(findClusters([]).clusters).toEqual([]);
  });
});
