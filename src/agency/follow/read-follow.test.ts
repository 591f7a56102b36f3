import { describe, expect, it } from 'vitest';
import type { AnswerChange } from '../../inference/inference.ts';
import { SampleCalls } from '../testing/sample-calls.ts';
import { readFollow } from './read-follow.ts';

const A = '1000000001';
const B = '1000000002';
const C = '1000000003';

const WORD: AnswerChange = { kind: 'word', from: 'lamp', to: 'vase' };
const PRODUCT: AnswerChange = { kind: 'product', from: A, to: B };
const CHOICE: AnswerChange = { kind: 'choice', from: '1', to: '2', products: { from: A, to: B } };

function outcomes(calls: SampleCalls, recommended: readonly string[] = []): string[] {
  return readFollow(calls.read(), recommended).map(
    ({ completion, decision, followed }) => `${completion} ${decision} ${followed ? 'followed' : 'ignored'}`,
  );
}

describe('a changed search', () => {
  it('a changed search is followed when the program searches for the new word', () => {
    expect(outcomes(new SampleCalls().said('red vase', '', WORD).search({ q: 'Red VASE' }))).toEqual([
      '1 search followed',
    ]);
  });

  it('a changed search is ignored when the program searches for the old word', () => {
    expect(outcomes(new SampleCalls().said('red vase', '', WORD).search({ q: 'red lamp' }))).toEqual([
      '1 search ignored',
    ]);
  });

  it('ignores searches with neither word, and searches made before the answer', () => {
    expect(outcomes(new SampleCalls().said('red vase', '', WORD).search({ q: 'red' }))).toEqual([]);
    expect(outcomes(new SampleCalls().said('red vase', '', WORD).search({ q: 'red lamps' }))).toEqual([]);
    expect(outcomes(new SampleCalls().search({ q: 'red lamp' }).said('red vase', '', WORD))).toEqual([]);
  });

  it('ignores a changed search when the model had planned the old word before', () => {
    const calls = new SampleCalls().said('Plan: lamp, then shade').said('vase', '', WORD).search({ q: 'lamp' });
    expect(outcomes(calls)).toEqual([]);
  });

  it('ignores a changed search when the model returns to the old word before the search', () => {
    const back = new SampleCalls().said('vase', '', WORD).said('No, the lamp.').search({ q: 'lamp' });
    expect(outcomes(back)).toEqual([]);
    const late = new SampleCalls().said('vase', '', WORD).search({ q: 'lamp' }).said('The lamp.');
    expect(outcomes(late)).toEqual(['1 search ignored']);
  });

  it.each([
    ['100-541', ['1 search followed']],
    ['100-500', ['1 search ignored']],
    ['', []],
    ['5410-5000', []],
  ])('a changed price bound is followed or ignored by the price of the search: %s', (price, expected) => {
    const change = { kind: 'bound', from: '500', to: '541' } as const;
    expect(outcomes(new SampleCalls().said('under 541', '', change).search({ q: 'lamp', price }))).toEqual(expected);
  });
});

describe('a changed page', () => {
  const PAGE = { kind: 'page', from: '1', to: '2' } as const;
  const paged = () => new SampleCalls().said('page=2', '', PAGE);

  it('a changed page is followed when the program requests the new page and not the old one', () => {
    expect(outcomes(paged().search({ q: 'lamp', page: '2' }))).toEqual(['1 search followed']);
    expect(outcomes(paged().search({ q: 'lamp', page: '2' }).search({ q: 'lamp', page: '3' }))).toEqual([
      '1 search followed',
    ]);
  });

  it('ignores a changed page when the program pages through results itself', () => {
    expect(outcomes(paged().search({ q: 'lamp', page: '1' }).search({ q: 'lamp', page: '2' }))).toEqual([]);
    expect(outcomes(paged().search({ q: 'lamp' }).search({ q: 'lamp', page: '2' }))).toEqual([]);
  });

  it('ignores a changed page when the program requests no page, or that page only after another answer', () => {
    expect(outcomes(paged().search({ q: 'lamp' }))).toEqual([]);
    expect(outcomes(paged().said('next: page=2').search({ q: 'lamp', page: '2' }))).toEqual([]);
  });
});

describe('a changed product', () => {
  const shown = () => new SampleCalls().said('lamp').search({ q: 'lamp' }, [A, B, C]);

  it('a changed product is followed or ignored by the product that is opened', () => {
    expect(outcomes(shown().said(B, '', PRODUCT).view(B))).toEqual(['3 view followed']);
    expect(outcomes(shown().said(B, '', PRODUCT).view(C, A))).toEqual(['3 view ignored']);
    expect(outcomes(shown().said(B, '', PRODUCT).view(C))).toEqual([]);
  });

  it('a changed product is followed or ignored by the product that is recommended', () => {
    expect(outcomes(shown().said(B, '', PRODUCT), [B])).toEqual(['3 recommend followed']);
    expect(outcomes(shown().said(B, '', PRODUCT), [A])).toEqual(['3 recommend ignored']);
    expect(outcomes(shown().said(B, '', PRODUCT), [])).toEqual([]);
  });

  it('one changed product can count for both the view and the recommendation', () => {
    expect(outcomes(shown().said(B, '', PRODUCT).view(A), [B])).toEqual(['3 view ignored', '3 recommend followed']);
  });

  it('ignores a changed product that the model named before or returns to', () => {
    expect(outcomes(shown().said(`First ${A}, then more`).said(B, '', PRODUCT).view(A))).toEqual([]);
    expect(outcomes(shown().said(B, '', PRODUCT).said(`Rather ${A}`).view(A), [A])).toEqual([]);
  });

  it('a changed product is ignored when the program recommends a product its model did not name last', () => {
    expect(outcomes(shown().said(B, '', PRODUCT), [C])).toEqual(['3 recommend ignored']);
    expect(outcomes(shown().said(`${B} or ${C}`, '', PRODUCT), [C])).toEqual([]);
    expect(outcomes(shown().said(B, '', PRODUCT).said(`Rather ${C}`), [C])).toEqual([]);
  });

  it('reads a changed product from the numbers of a menu', () => {
    expect(outcomes(shown().said('2', '', CHOICE), [B])).toEqual(['3 recommend followed']);
    expect(outcomes(shown().said('2', '', CHOICE), [A])).toEqual(['3 recommend ignored']);
  });
});

describe('a changed title', () => {
  const [LAMP, VASE, SOFA] = ['Brass desk lamp', 'Large glass vase', 'Small green sofa'] as const;
  const TITLE: AnswerChange = { kind: 'title', from: LAMP, to: VASE, products: { from: A, to: B } };
  const shown = () =>
    new SampleCalls().said('lamp').search({ q: 'lamp' }, [`${A} ${LAMP}`, `${B} ${VASE}`, `${C} ${SOFA}`]);

  it('a changed title is followed or ignored by the product that is opened or recommended', () => {
    expect(outcomes(shown().said(VASE, '', TITLE).view(B), [B])).toEqual(['3 view followed', '3 recommend followed']);
    expect(outcomes(shown().said(VASE, '', TITLE).view(A), [A])).toEqual(['3 view ignored', '3 recommend ignored']);
    expect(outcomes(shown().said(VASE, '', TITLE), [])).toEqual([]);
  });

  it('ignores a changed title that the model named before or returns to', () => {
    expect(outcomes(shown().said(`First ${LAMP}`).said(VASE, '', TITLE).view(A))).toEqual([]);
    expect(outcomes(shown().said(VASE, '', TITLE).said(`Rather ${LAMP}`), [A])).toEqual([]);
  });

  it('ignores a changed title in a summary, when the model had named the product by its id or number', () => {
    const summary = `I have recommended the ${VASE}.`;
    expect(outcomes(shown().said(`Buy[${A}]`).said(summary, '', TITLE), [A])).toEqual([]);
    const menu = `1. ${LAMP}\n2. ${VASE}`;
    expect(outcomes(shown().said('1', menu).said(summary, '', TITLE), [A])).toEqual([]);
    expect(outcomes(shown().said(`First ${SOFA}`).said(summary, '', TITLE), [A])).toEqual(['4 recommend ignored']);
    expect(outcomes(shown().said(VASE, '', TITLE).said(`Buy[${A}]`), [A])).toEqual([]);
  });

  it('a changed title is ignored when the program recommends a product its model did not name last', () => {
    expect(outcomes(shown().said(VASE, '', TITLE), [C])).toEqual(['3 recommend ignored']);
    expect(outcomes(shown().said(VASE, '', TITLE).said(`Rather ${SOFA}`), [C])).toEqual([]);
  });
});

it('reads nothing from an attempt in which nothing was changed', () => {
  expect(outcomes(new SampleCalls().said('lamp').search({ q: 'lamp' }, [A]).view(A), [A])).toEqual([]);
});
