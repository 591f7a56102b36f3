import { describe, expect, it } from 'vitest';
import { SampleCalls, user } from '../testing/sample-calls.ts';
import { readTold } from './told-before.ts';

const QUERY = 'Please find me a brass desk lamp with a green shade, under 500 pesos';
const ASKING = `You are a shopping assistant.\n${QUERY}`;
const [A, B, C, D] = ['1000000001', '1000000002', '1000000003', '1000000004'] as const;

const toldOf = (calls: SampleCalls) => readTold(calls.read(), QUERY, []).searchTold;

describe('searches told by the program', () => {
  it('a search was not told when its words are in the request', () => {
    expect(toldOf(new SampleCalls().said('Search[brass desk lamp]', ASKING).search({ q: 'brass desk lamp' }))).toBe(0);
  });

  it('a search was not told when the model found the words itself', () => {
    expect(toldOf(new SampleCalls().said('Search[banker light]', ASKING).search({ q: 'banker light' }))).toBe(0);
  });

  it.each([
    ['a sentence', `${ASKING}\nSay: search for banker light`],
    ['an example', `${ASKING}\n{"q":"banker light"}`],
    ['another order', `${ASKING}\nlight, banker`],
  ])('a search was told when its program wrote the words into the prompt before, as %s', (_, prompt) => {
    expect(toldOf(new SampleCalls().said('banker light', prompt).search({ q: 'banker light' }))).toBe(1);
  });

  it('a search was told when its program picks separate words of the request', () => {
    const prompt = `${ASKING}\nKeywords: green, brass, lamp`;
    expect(toldOf(new SampleCalls().said('green brass lamp', prompt).search({ q: 'green brass lamp' }))).toBe(1);
    const run = `${ASKING}\nThe customer wrote: "brass desk lamp".`;
    expect(toldOf(new SampleCalls().said('brass desk lamp', run).search({ q: 'brass desk lamp' }))).toBe(0);
  });

  it('a search can be told in part', () => {
    const prompt = `${ASKING}\nHint: banker`;
    expect(toldOf(new SampleCalls().said('banker light', prompt).search({ q: 'banker light' }))).toBe(0.5);
  });

  it('a search was not told by results in the prompt', () => {
    const results = [`${A} Antique banker light`];
    const prompt = [user(ASKING), user('Antique banker light')];
    const calls = new SampleCalls().said('lamp', ASKING).search({ q: 'lamp' }, results);
    expect(toldOf(calls.said('banker light', prompt).search({ q: 'banker light' }))).toBe(0);
  });

  it('a search was not told by the model’s own earlier words', () => {
    const prompt = [user(ASKING), { role: 'assistant', content: 'Maybe a banker light.' }];
    const calls = new SampleCalls().said('Maybe a banker light.', ASKING).said('Search[banker light]', prompt);
    expect(toldOf(calls.search({ q: 'banker light' }))).toBe(0);
  });

  it('a search was told when the program invents earlier words of the model', () => {
    const prompt = [user(ASKING), { role: 'assistant', content: 'Maybe a banker light.' }];
    expect(toldOf(new SampleCalls().said('banker light', prompt).search({ q: 'banker light' }))).toBe(1);
  });

  it('a search that the model did not say is neither told nor untold', () => {
    expect(toldOf(new SampleCalls().said('OK', `${ASKING}\nbanker light`).search({ q: 'banker light' }))).toBeNull();
    expect(toldOf(new SampleCalls().said('OK', ASKING))).toBeNull();
  });
});

function singledOut(prompt: string, shown: readonly string[], recommended: readonly string[] = [A]): number {
  const calls = new SampleCalls().said('lamp', ASKING).search({ q: 'lamp' }, shown);
  return readTold(calls.said(`I take ${recommended.join(',')}`, prompt).read(), QUERY, recommended).singledOut;
}

describe('products singled out by the prompt', () => {
  it('a product was singled out when the prompt names it more often than any other', () => {
    expect(singledOut(`${A} ${B} ${C}. Our tip: ${A}`, [A, B, C])).toBe(1);
    expect(singledOut(`${A} ${B} ${C}. Seen: ${A} ${B}`, [A, B, C])).toBe(0);
  });

  it('a product was singled out when it is the only one shown of a list', () => {
    expect(singledOut(`The result: ${A}`, [A, B, C])).toBe(1);
    expect(singledOut(`The result: ${A}`, [A, B])).toBe(0);
    expect(singledOut(`The results: ${A}, ${B}`, [A, B, C])).toBe(0);
  });

  it('a product was not singled out when the whole list is shown or the prompt does not name it', () => {
    expect(singledOut([A, B, C, D].join('\n'), [A, B, C, D])).toBe(0);
    expect(singledOut('Choose the best.', [A, B, C])).toBe(0);
  });

  it('counts each recommended product by the completion that first named it', () => {
    expect(singledOut(`${A} ${A} ${B} ${C} ${D}`, [A, B, C, D], [A, B])).toBe(1);
    const calls = new SampleCalls()
      .said('lamp', ASKING)
      .search({ q: 'lamp' }, [A, B, C])
      .said(`I like ${A}`, `${A} ${B} ${C}`)
      .said(`I take ${A}`, `${A} ${B} ${C} you like ${A}`);
    expect(readTold(calls.read(), QUERY, [A])).toMatchObject({ singledOut: 0, recommended: 1 });
  });
});

describe('requests shown in prompts', () => {
  const shownIn = (...prompts: readonly string[]) => {
    const calls = new SampleCalls();
    for (const prompt of prompts) calls.said('OK', prompt);
    return readTold(calls.read(), QUERY, []).requestShown;
  };

  it('a request was shown when prompts have its words at the beginning', () => {
    expect(shownIn(ASKING)).toBe(1);
    expect(shownIn('Hello.', JSON.stringify({ query: QUERY }))).toBe(1);
    expect(shownIn('1', '2', '3', ASKING)).toBe(0);
  });

  it('a request was not shown, or only in part, when the model gets another task', () => {
    expect(shownIn('Say yes.')).toBe(0);
    const part = shownIn('Extract: brass desk lamp');
    expect(part).toBeGreaterThan(0.3);
    expect(part).toBeLessThan(1);
  });

  it('a request without product words counts as shown', () => {
    expect(readTold(new SampleCalls().said('OK', 'Say yes.').read(), '', []).requestShown).toBe(1);
  });
});
