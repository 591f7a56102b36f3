import { describe, expect, it } from 'vitest';
import { callTexts } from './call-texts.ts';

describe('call arguments in an answer', () => {
  it('reads the values of JSON in an answer, without names and explanations', () => {
    const said = '{"thought":"a red one","reasoning":["or blue"],"tool":"search","args":{"q":"desk lamp","page":2}}';
    expect(callTexts([said])).toEqual(['search', 'desk lamp', '2']);
  });

  it.each([
    ['in a fence', 'I search.\n```json\n{"q": "desk lamp"}\n```'],
    ['between tags', '<tool_call>{"q": "desk lamp"}</tool_call>'],
    ['behind a bracket that is not JSON', 'Options [a or {b]: {"q": "desk lamp"}'],
    ['with brackets and quotes inside', '{"q": "desk lamp", "note": "a \\"}\\" in it"}'],
    ['in another text of the answer', 'First "this".', '{"q": "desk lamp"}'],
  ])('finds call arguments in JSON %s', (_, ...said) => {
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
  ])('reads marked texts of an answer without JSON: %s', (said, expected) => {
    expect(callTexts([said])).toContain(expected);
    expect(callTexts([said]).join('\n')).not.toContain('blue');
  });

  it('finds no arguments in plain prose or in long values', () => {
    expect(callTexts(['I would take a desk lamp.'])).toEqual([]);
    expect(callTexts([JSON.stringify({ text: 'lamp '.repeat(100) })])).toEqual([]);
    expect(callTexts([])).toEqual([]);
  });

  it('finds no arguments in 20,000 nested brackets', () => {
    expect(callTexts(['{['.repeat(20_000)])).toEqual([]);
  });
});
