import { describe, expect, it } from 'vitest';
import { type ReasoningSubject, reasoningFlaw } from './reasoning-flaw.ts';
import { REWRITE_CONFIG } from './rewrite-config.ts';

const SHOWN = [
  'a red oak lamp under 1,500 pesos',
  '[{"product_id":"1000000001","title":"Brenda Oak Lamp","price":1299.00}]',
  '{"similar":[1000000002,1000000003]}',
].join('\n');

function subject(given: object, rest: Partial<ReasoningSubject> = {}): ReasoningSubject {
  const call = {
    id: 'a',
    type: 'function',
    function: { name: 'find_product', arguments: JSON.stringify(given) },
  } as const;
  const later = ['[{"product_id":"1000000009","title":"Lumo Bendable Reading Light Pro","price":845}]'];
  return { shown: SHOWN, later, call, tools: ['find_product', 'view_product_information'], ...rest };
}

const flaw = (text: string, given: object = { q: 'red oak lamp' }) => {
  return reasoningFlaw(text, subject(given), REWRITE_CONFIG)?.reason;
};

describe('flaws of reasoning', () => {
  it.each([
    'The Brenda lamp, 1000000001, costs 1299 pesos and is not red, so I search for "red oak lamp" once more.',
    'Two of the 20 results are lamps; a red lamp of oak below ₱1500 is what I look for next.',
    'Both lamps, 1000000001,1000000002, look right, so I open them to compare what they are made of.',
    'Nothing fits so far, so I try again with fewer words and look at what comes up.',
  ])('reasoning may quote what was shown: %s', (text) => {
    expect(flaw(text)).toBeUndefined();
  });

  it.each([
    ['I call find_product to look for a red oak lamp.', 'a name of a tool'],
    ['I look for {"q":"red oak lamp"} as was asked for.', 'the arguments'],
    ['Next I search with q="red oak lamp" as was asked.', 'a parameter'],
    ['```\nsearch the red oak lamp again\n```', 'code'],
    ['<tool_call>search again for the red lamp</tool_call>', 'a tag'],
    ['I call find-product to look for a red lamp made of oak.', 'a name of a tool, spelt otherwise'],
    ['Find product: red oak lamp, and see what comes.', 'nothing but the call'],
    ['q → red oak lamp; now I will search for it.', 'nothing but the call, with an arrow'],
    ['Next I will search for the "red oak lamp" once more.', 'nothing but the call, in a sentence'],
    ['As was asked for, eyJxIjoicmVkIG9hayBsYW1wIn0= comes next.', 'the call in Base64'],
    ['Action: search\nAction Input: query: "red oak lamp"', 'a form of calls'],
  ])('rejects reasoning %j that is the call itself: %s', (text) => {
    expect(flaw(text)).toBe('LEAKS_CALL');
  });

  it.each([
    ['I remember that 1000000001,1000000009 are the better lamps.', 'an id in a list'],
    ['I remember that 1000000009 is the better lamp for this.', 'an id'],
    ['It should cost about 845 pesos, which is less than that.', 'a price'],
    ['It should cost about ₱84, which is less than all of it.', 'a small price'],
    ['So I search for "blue oak lamp" to see what else is there.', 'a quoted word'],
    ['A Lumo Bendable Reading Light Pro would be what is meant.', 'a title of later'],
  ])('rejects reasoning %j as ungrounded: %s', (text) => {
    expect(flaw(text)).toBe('UNGROUNDED');
  });

  it('rejects reasoning that reveals an unexplained word of the call', () => {
    const text = 'I look for lamps made by tivoli, which fit the request best.';
    expect(flaw(text, { q: 'tivoli lamp' })).toBe('UNGROUNDED');
    expect(flaw(text.replace('tivoli', 'somebody else'), { q: 'tivoli lamp' })).toBeUndefined();
  });

  it.each(['', 'Next.', `${'So I search again. '.repeat(200)}`])(
    'rejects reasoning that is too short or too long',
    (text) => {
      expect(flaw(text)).toBe('UNFIT');
    },
  );
});
