import { describe, expect, it } from 'vitest';
import { callTexts } from './call-texts.ts';

describe('the parts of an answer that a program would act on', () => {
  it('are the values in its JSON, without names and explanations', () => {
    const said = '{"thought":"a red one","reasoning":["or blue"],"tool":"search","args":{"q":"desk lamp","page":2}}';
    expect(callTexts([said])).toEqual(['search', 'desk lamp', '2']);
  });

  it.each([
    ['in a fence', 'I search.\n```json\n{"q": "desk lamp"}\n```'],
    ['between tags', '<tool_call>{"q": "desk lamp"}</tool_call>'],
    ['behind a bracket that is not JSON', 'Options [a or {b]: {"q": "desk lamp"}'],
    ['with brackets and quotes inside', '{"q": "desk lamp", "note": "a \\"}\\" in it"}'],
    ['in another text of the answer', 'First "this".', '{"q": "desk lamp"}'],
  ])('are found in JSON %s', (_, ...said) => {
    expect(callTexts(said)).toContain('desk lamp');
    expect(callTexts(said).join()).not.toContain('in it');
    expect(callTexts(said)).not.toContain('this');
  });

  it.each([
    ['Thought: "a blue one"\nAction: Search[desk lamp]', 'desk lamp'],
    ['<think>maybe "a blue one"</think> search("desk lamp")', 'desk lamp'],
    ['<q>desk lamp</q>', 'desk lamp'],
    ['SEARCH: desk lamp', 'desk lamp'],
    ['q = desk lamp', 'desk lamp'],
  ])('are marked texts where there is no JSON: %s', (said, expected) => {
    expect(callTexts([said])).toContain(expected);
    expect(callTexts([said]).join('\n')).not.toContain('blue');
  });

  it('are none in plain prose, and long values are not arguments', () => {
    expect(callTexts(['I would take a desk lamp.'])).toEqual([]);
    expect(callTexts([JSON.stringify({ text: 'lamp '.repeat(100) })])).toEqual([]);
    expect(callTexts([])).toEqual([]);
  });

  it('are looked for in bounded time', () => {
    expect(callTexts(['{['.repeat(20_000)])).toEqual([]);
  });
});
