import { describe, expect, it } from 'vitest';
import { SampleCalls, user } from '../testing/sample-calls.ts';
import { readTold } from './told-before.ts';

const QUERY = 'Please find me a brass desk lamp with a green shade, under 500 pesos';
const ASKING = `You are a shopping assistant.\n${QUERY}`;
const [A, B, C, D] = ['1000000001', '1000000002', '1000000003', '1000000004'] as const;

const toldOf = (calls: SampleCalls) => readTold(calls.read(), QUERY, []).searchTold;

describe('a search that a model said', () => {
  it('was not told where its words stand in the request', () => {
    expect(toldOf(new SampleCalls().said('Search[brass desk lamp]', ASKING).search({ q: 'brass desk lamp' }))).toBe(0);
  });

  it('was not told where the model found its own words', () => {
    expect(toldOf(new SampleCalls().said('Search[banker light]', ASKING).search({ q: 'banker light' }))).toBe(0);
  });

  it.each([
    ['a sentence', `${ASKING}\nSay: search for banker light`],
    ['an example', `${ASKING}\n{"q":"banker light"}`],
    ['another order', `${ASKING}\nlight, banker`],
  ])('was told where its program wrote them into the prompt before, as %s', (_, prompt) => {
    expect(toldOf(new SampleCalls().said('banker light', prompt).search({ q: 'banker light' }))).toBe(1);
  });

  it('was told where its program picks words of the request, not in runs of it', () => {
    const prompt = `${ASKING}\nKeywords: green, brass, lamp`;
    expect(toldOf(new SampleCalls().said('green brass lamp', prompt).search({ q: 'green brass lamp' }))).toBe(1);
    const run = `${ASKING}\nThe customer wrote: "brass desk lamp".`;
    expect(toldOf(new SampleCalls().said('brass desk lamp', run).search({ q: 'brass desk lamp' }))).toBe(0);
  });

  it('was told in part', () => {
    const prompt = `${ASKING}\nHint: banker`;
    expect(toldOf(new SampleCalls().said('banker light', prompt).search({ q: 'banker light' }))).toBe(0.5);
  });

  it('was not told by results', () => {
    const results = [`${A} Antique banker light`];
    const prompt = [user(ASKING), user('Antique banker light')];
    const calls = new SampleCalls().said('lamp', ASKING).search({ q: 'lamp' }, results);
    expect(toldOf(calls.said('banker light', prompt).search({ q: 'banker light' }))).toBe(0);
  });

  it('was not told by what the model said before, in the words it said', () => {
    const prompt = [user(ASKING), { role: 'assistant', content: 'Maybe a banker light.' }];
    const calls = new SampleCalls().said('Maybe a banker light.', ASKING).said('Search[banker light]', prompt);
    expect(toldOf(calls.search({ q: 'banker light' }))).toBe(0);
  });

  it('was told where the program invents what the model said before', () => {
    const prompt = [user(ASKING), { role: 'assistant', content: 'Maybe a banker light.' }];
    expect(toldOf(new SampleCalls().said('banker light', prompt).search({ q: 'banker light' }))).toBe(1);
  });

  it('is what counts: searches of the program’s own are another matter', () => {
    expect(toldOf(new SampleCalls().said('OK', `${ASKING}\nbanker light`).search({ q: 'banker light' }))).toBeNull();
    expect(toldOf(new SampleCalls().said('OK', ASKING))).toBeNull();
  });
});

function singledOut(prompt: string, shown: readonly string[], recommended: readonly string[] = [A]): number {
  const calls = new SampleCalls().said('lamp', ASKING).search({ q: 'lamp' }, shown);
  return readTold(calls.said(`I take ${recommended.join(',')}`, prompt).read(), QUERY, recommended).singledOut;
}

describe('a product that a model named', () => {
  it('was singled out where the prompt names it more often than any other', () => {
    expect(singledOut(`${A} ${B} ${C}. Our tip: ${A}`, [A, B, C])).toBe(1);
    expect(singledOut(`${A} ${B} ${C}. Seen: ${A} ${B}`, [A, B, C])).toBe(0);
  });

  it('was singled out where it is the only one shown of a list', () => {
    expect(singledOut(`The result: ${A}`, [A, B, C])).toBe(1);
    expect(singledOut(`The result: ${A}`, [A, B])).toBe(0);
    expect(singledOut(`The results: ${A}, ${B}`, [A, B, C])).toBe(0);
  });

  it('was not where the whole list is shown, or the prompt does not name it', () => {
    expect(singledOut([A, B, C, D].join('\n'), [A, B, C, D])).toBe(0);
    expect(singledOut('Choose the best.', [A, B, C])).toBe(0);
  });

  it('counts for each recommended product, by the completion that first named it', () => {
    expect(singledOut(`${A} ${A} ${B} ${C} ${D}`, [A, B, C, D], [A, B])).toBe(1);
    const calls = new SampleCalls()
      .said('lamp', ASKING)
      .search({ q: 'lamp' }, [A, B, C])
      .said(`I like ${A}`, `${A} ${B} ${C}`)
      .said(`I take ${A}`, `${A} ${B} ${C} you like ${A}`);
    expect(readTold(calls.read(), QUERY, [A])).toMatchObject({ singledOut: 0, recommended: 1 });
  });
});

describe('a request', () => {
  const shownIn = (...prompts: readonly string[]) => {
    const calls = new SampleCalls();
    for (const prompt of prompts) calls.said('OK', prompt);
    return readTold(calls.read(), QUERY, []).requestShown;
  };

  it('was shown where prompts have its words, in the beginning', () => {
    expect(shownIn(ASKING)).toBe(1);
    expect(shownIn('Hello.', JSON.stringify({ query: QUERY }))).toBe(1);
    expect(shownIn('1', '2', '3', ASKING)).toBe(0);
  });

  it('was not where the model gets something else to do', () => {
    expect(shownIn('Say yes.')).toBe(0);
    const part = shownIn('Extract: brass desk lamp');
    expect(part).toBeGreaterThan(0.3);
    expect(part).toBeLessThan(1);
  });

  it('without words for goods counts as shown', () => {
    expect(readTold(new SampleCalls().said('OK', 'Say yes.').read(), '', []).requestShown).toBe(1);
  });
});
