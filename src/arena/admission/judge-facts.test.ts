import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../problems/problem.ts';
import { analysisOf } from './analysis.ts';
import { judgeFacts } from './judge-facts.ts';
import { Knowledge } from './knowledge.ts';
import type { SourceFacts } from './source-facts.ts';
import { subjectOf } from './subject.ts';

const PLACE = { line: 3, column: 5 };
const NOTHING: SourceFacts = {
  complete: true,
  main: { kind: 'function', required: 1, most: 1, ...PLACE },
  bound: [],
  imports: [],
  names: [],
  attributes: [],
  lookups: [],
  calls: [],
  texts: [],
  tables: [],
  conditions: [],
  assignments: [],
  series: [],
  unresolved: [],
  disguised: [],
};

function problem(number: number, query: string, title: string): Problem {
  const target = { productId: `43225633${10 + number}`, titles: [title], services: [], options: {}, attributes: {} };
  const id = `853449ecda1cec${10 + number}`;
  return { id, category: 'product', query, difficulty: 'easy', targets: [target] };
}

const PROBLEMS = [
  problem(
    0,
    'I want a dimmable desk lamp by kavari under 500 pesos.',
    'Kavari Arendo Desk Lamp Dimmable Touch Control Studio',
  ),
  problem(1, 'Find a zorblax kettle that pours slowly.', 'Zorblax Gooseneck Kettle Temperature Display For Coffee'),
  problem(2, 'Do you have tahulino kibble for puppies?', 'Tahulino Rinaldia Dog Kibble Real Meat With Probiotics'),
  problem(3, 'Show me a salula cymbal.', 'Drumset Cymbal Salula Pumpyanka'),
];
const KNOWLEDGE = new Knowledge(PROBLEMS);

function codes(
  facts: Partial<SourceFacts>,
  source = '',
  known: { isProduct?: (id: string) => boolean } = {},
): string[] {
  const subject = subjectOf({ ...NOTHING, ...facts }, source, { knowledge: KNOWLEDGE, ...known });
  return judgeFacts(subject).map(({ code }) => code);
}

function text(value: string, kind: 'text' | 'number' = 'text'): Partial<SourceFacts> {
  return { texts: [{ text: value, kind, assembled: false, ...PLACE }] };
}

function table(entries: Readonly<Record<string, string>>): Partial<SourceFacts> {
  const told = Object.entries(entries).map(([key, value]) => ({ keys: [key], values: [value], ...PLACE }));
  return { tables: [{ form: 'dict', entries: told, ...PLACE }] };
}

describe('answers in the file', () => {
  it.each([
    ['plain', text('4322563310')],
    ['among others', text('1, 4322563310;2')],
    ['as a number', text('4322563310', 'number')],
    ['backwards', text('0133652234')],
    ['with something in between', text('43-2256-3310')],
    ['in hexadecimal', text(Buffer.from('4322563310').toString('hex'))],
    ['in base64', text(Buffer.from('4322563310').toString('base64'))],
  ])('flags a product id in the file: %s', (_, facts) => {
    expect(codes(facts)).toContain('PRODUCT_ID');
  });

  it('flags a product id in a comment, because an agent can read its own file', () => {
    expect(codes({}, 'x = 1  # see 4322563310\n')).toContain('PRODUCT_ID');
  });

  it('flags any product id of the market, if the market is known', () => {
    const known = { isProduct: (id: string) => id === '7777777777' };
    expect(codes(text('7777777777'), '', known)).toEqual(['PRODUCT_ID']);
    expect(codes(text('8888888888'), '', known)).toEqual([]);
    expect(codes(text('8888888888'))).toEqual(['PRODUCT_ID_LIKE']);
  });

  it('flags a problem id', () => {
    expect(codes(text('853449ecda1cec11'))).toContain('PROBLEM_ID');
  });

  it('flags a table of title words', () => {
    const facts = table({ one: 'arendo', two: 'gooseneck kettle', three: 'Rinaldia kibble' });
    expect(codes(facts)).toEqual(['LOOKUP_TABLE']);
    expect(codes(table({ one: 'arendo', two: 'gooseneck kettle' }))).toEqual([]);
  });

  it('flags a pair that leads from a query to its answer', () => {
    expect(codes(table({ kavari: 'arendo' }))).toEqual(['ANSWER_PAIR']);
    expect(codes(table({ 'kettle zorblax': 'gooseneck temperature' }))).toEqual(['ANSWER_PAIR']);
    expect(codes(table({ kavari: 'gooseneck' }))).toEqual([]);
  });

  it('does not flag service names, colours, task words and words of no problem', () => {
    const ordinary = {
      'free shipping': 'freeShipping',
      'cash on delivery': 'COD',
      red: 'blue',
      size: 'large',
      sofa: 'couch',
    };
    expect(codes(table(ordinary))).toEqual([]);
  });

  it.each([
    ['a query', 'Example: "I want a dimmable desk lamp by Kavari, under 500 pesos."'],
    ['a part of a title', 'rinaldia DOG kibble: real-meat with probiotics!'],
    ['a short title as a whole', 'Look for Drumset Cymbal Salula Pumpyanka first'],
  ])('flags a phrase of %s', (_, phrase) => {
    expect(codes(text(phrase))).toContain('PROBLEM_PHRASE');
  });

  it('does not flag common phrases', () => {
    expect(codes(text('I want to buy one of these products for less than 500 pesos with free shipping.'))).toEqual([]);
    expect(codes(text('a dimmable desk lamp'))).toEqual([]);
  });

  it('a finding reveals nothing that the file does not contain', () => {
    const facts = { ...table({ kavari: 'arendo' }), ...text('my notes: want a dimmable desk lamp by kavari under') };
    const subject = subjectOf({ ...NOTHING, ...facts }, '', { knowledge: KNOWLEDGE });
    const said = JSON.stringify(judgeFacts(subject)).toLowerCase();
    for (const secret of ['touch', 'studio', 'pesos', '4322563310', '853449ecda1cec10'])
      expect(said).not.toContain(secret);
  });
});

describe('judging', () => {
  const word = fc.oneof(
    fc.constantFrom('os', 'sys', 'eval', 'getattr', '__class__', 'open', 'a.b', 'constructor', '?.x', '', 'toString'),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  const place = { line: fc.nat(100), column: fc.nat(100) };
  const words = fc.array(word, { maxLength: 4 });
  const dependencies = { calls: words, reads: words, names: words, operators: words, largest: fc.nat() };
  const maybe = fc.option(word);
  const entry = fc.record({ keys: words, values: words, ...place });
  const few = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 4 });
  const facts: fc.Arbitrary<SourceFacts> = fc.record({
    complete: fc.boolean(),
    main: fc.constant(null),
    bound: words,
    imports: few(fc.record({ module: word, name: maybe, alias: maybe, ...place })),
    names: few(fc.record({ name: word, called: fc.boolean(), ...place })),
    attributes: few(fc.record({ path: word, ...place })),
    lookups: few(fc.record({ path: word, key: maybe, ...place })),
    calls: few(
      fc.record({
        callee: word,
        arguments: few(maybe),
        assembled: few(fc.boolean()),
        keywords: few(fc.record({ name: word, text: maybe })),
        count: fc.nat(9),
        numbers: fc.nat(9),
        lengths: few(fc.nat()),
        ...dependencies,
        ...place,
      }),
    ),
    texts: few(
      fc.record({ text: word, kind: fc.constantFrom('text', 'bytes', 'number'), assembled: fc.boolean(), ...place }),
    ),
    tables: few(fc.record({ form: word, entries: few(entry), ...place })),
    conditions: few(fc.record({ ...dependencies, ...place })),
    assignments: few(fc.record({ targets: words, ...dependencies, ...place })),
    series: few(fc.record({ count: fc.nat(), ...place })),
    unresolved: few(fc.record({ module: word, name: maybe, nearest: words, ...place })),
    disguised: few(fc.record({ name: word, written: word, ...place })),
  });

  it('judging facts always gives the same result, for any facts', () => {
    fc.assert(
      fc.property(facts, fc.string(), (each, source) => {
        const judge = () => judgeFacts(subjectOf(each, source, { knowledge: KNOWLEDGE }));
        expect(judge()).toEqual(judge());
      }),
    );
  });

  it('other imports never clear a file of a finding', () => {
    const rejects = (imports: SourceFacts['imports']) =>
      judgeFacts(subjectOf({ ...NOTHING, imports }, '', {})).some((each) => each.class !== 'policy');
    fc.assert(
      fc.property(facts, facts, (left, right) => {
        expect(!rejects(left.imports) || rejects([...left.imports, ...right.imports])).toBe(true);
      }),
    );
  });

  it('weighs findings by their class', () => {
    const judged = (facts: Partial<SourceFacts>) =>
      analysisOf(judgeFacts(subjectOf({ ...NOTHING, ...facts }, '', {})), null);
    const os = [{ module: 'os', name: null, alias: null, ...PLACE }];
    const base64 = [{ module: 'base64', name: null, alias: null, ...PLACE }];
    expect(judged({})).toMatchObject({ verdict: 'accepted', gravest: null, flagged: false });
    expect(judged({ imports: os })).toMatchObject({ verdict: 'rejected', gravest: 'security' });
    expect(judged({ imports: [...os, ...base64] })).toMatchObject({ verdict: 'rejected', gravest: 'integrity' });
    expect(judged({ main: null })).toMatchObject({ verdict: 'rejected', gravest: 'form' });
  });
});
