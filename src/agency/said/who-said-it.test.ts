import { describe, expect, it } from 'vitest';
import { SampleCalls } from '../testing/sample-calls.ts';
import { recommendationSaid, searchesSaid } from './who-said-it.ts';

const A = '1000000001';
const B = '1000000002';

/** For each search, the sequence number of the completion that said it. */
function sayings(calls: SampleCalls): (number | undefined)[] {
  return searchesSaid(calls.read()).map(({ said }) => said?.sequence);
}

describe('a search', () => {
  it.each([
    ['as it was', 'q: brass desk lamp', 'brass desk lamp'],
    ['in another case and order', 'find_product(q="Lamp, desk, BRASS")', 'brass desk lamp'],
    ['trimmed', '{"tool":"lookup","text":"brass desk lamp with shade and switch"}', 'brass desk lamp'],
    ['with a word added', 'Search[brass desk lamp]', 'brass desk lamp cheap'],
    ['in the plural', 'Search[brass desk lamps]', 'brass desk lamp'],
    ['under another tool’s name', '<go_shopping><what>brass desk lamp</what></go_shopping>', 'brass desk lamp'],
    ['in broken JSON', "{'q': 'brass desk lamp', ", 'brass desk lamp'],
  ])('attributes a search to the model that said it: %s', (_, said, q) => {
    expect(sayings(new SampleCalls().said(said).search({ q }))).toEqual([1]);
  });

  it('attributes a search to the program when most of its words are new, or were said too late', () => {
    expect(sayings(new SampleCalls().said('lamp').search({ q: 'brass desk lamp' }))).toEqual([undefined]);
    expect(sayings(new SampleCalls().search({ q: 'lamp' }).said('lamp'))).toEqual([undefined]);
    expect(sayings(new SampleCalls().search({ q: 'lamp' }))).toEqual([undefined]);
  });

  it('attributes a search to the completion with most of its words, and to the later of two', () => {
    const calls = new SampleCalls().said('brass desk lamp').said('brass desk').said('brass desk lamp').said('lamp');
    expect(sayings(calls.search({ q: 'brass desk lamp' }))).toEqual([3]);
  });

  it('attributes a search without product words by its text or its shop', () => {
    expect(sayings(new SampleCalls().said('Search[x1]').search({ q: 'X1' }))).toEqual([1]);
    expect(sayings(new SampleCalls().said('Search[x2]').search({ q: 'x1' }))).toEqual([undefined]);
    expect(sayings(new SampleCalls().said('shop 4711').search({ q: '', shop_id: '4711' }))).toEqual([1]);
    expect(sayings(new SampleCalls().said('shop 4711').search({ q: '' }))).toEqual([undefined]);
  });
});

const shown = () =>
  new SampleCalls().said('lamp').search({ q: 'lamp' }, [`${A} Brass desk lamp`, `${B} Steel floor lamp`]);

const originOf = (calls: SampleCalls, recommended: readonly string[]) =>
  recommendationSaid(calls.read(), recommended).origin;

describe('a recommendation', () => {
  it('recognises a recommendation said by id, in any form', () => {
    for (const said of [A, `Finish[${A}]`, `{"ids":[${A}]}`, `**${A}**, not others`]) {
      expect(originOf(shown().said(said), [A]), said).toBe('said');
    }
  });

  it('recognises a recommendation said by title or by menu number', () => {
    expect(originOf(shown().said('I take the Brass desk lamp.'), [A])).toBe('said');
    const menu = 'Which one?\n1. Brass desk lamp\n2. Steel floor lamp';
    expect(originOf(shown().said('2', menu), [B])).toBe('said');
    expect(originOf(shown().said('1', menu), [B])).toBe('unsaid');
    expect(originOf(shown().said('2', 'Which one?'), [B])).toBe('unsaid');
  });

  it('attributes a recommendation to the model when it made up the id and the program passed it on', () => {
    expect(originOf(shown().said('{"product_ids":"9999999999"}'), ['9999999999'])).toBe('said');
    expect(originOf(shown().said(A), ['9999999999'])).toBe('unsaid');
  });

  it('attributes a recommendation to the program when the model did not name one of its products', () => {
    expect(originOf(shown().said(A), [A, B])).toBe('unsaid');
    expect(originOf(shown().said(A).said(B), [A, B])).toBe('said');
  });

  it('a recommendation is overridden when the model named only other products last', () => {
    expect(originOf(shown().said(A, 'Which one?').said(B, 'Are you sure?'), [A])).toBe('overridden');
    expect(originOf(shown().said(A).said(B).said('Done.'), [B])).toBe('said');
  });

  it('a recommendation is a choice when the model was asked the same question several times', () => {
    const ask = 'Which one?';
    const voted = shown().said(A, ask).said(A, ask).said(B, ask);
    expect(recommendationSaid(voted.read(), [A])).toMatchObject({ origin: 'said', chosen: { among: 3, votes: 2 } });
    expect(recommendationSaid(voted.read(), [B])).toMatchObject({ origin: 'picked', chosen: { among: 3, votes: 1 } });
    // A completion of another prompt is not a sample.
    expect(originOf(voted.said(B, 'Are you sure?'), [A])).toBe('overridden');
    expect(originOf(shown().said([A, B, B], ask), [A])).toBe('said');
    expect(originOf(shown().said([B, B, A], ask), [A])).toBe('picked');
  });

  it('names the first completion for each recommended product', () => {
    const { first } = recommendationSaid(shown().said(`${A} or ${B}`).said(B).read(), [B, A]);
    expect(first.map(({ id, said }) => [id, said.sequence])).toEqual([
      [B, 3],
      [A, 3],
    ]);
  });

  it('an attempt without a recommendation has origin none', () => {
    expect(originOf(shown().said(A), [])).toBe('none');
  });
});
