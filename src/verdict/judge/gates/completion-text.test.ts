import { describe, expect, it } from 'vitest';
import { completionText } from './completion-text.ts';

function textOf(message: unknown, rest: Partial<Parameters<typeof completionText>[0]> = {}): string {
  return completionText({ kind: 'inference', status: 200, response: { choices: [{ message }, 'other'] }, ...rest });
}

describe('the text of a completion', () => {
  it.each([
    [{ content: 'said' }, 'said'],
    [{ content: 'said', reasoning_content: 'thought' }, 'thought\nsaid'],
    [{ content: 'said', reasoning: 'thought' }, 'thought\nsaid'],
    [{ content: 'said', reasoning: 'second', reasoning_content: '' }, 'second\nsaid'],
    [{ content: null, reasoning: 'thought' }, 'thought'],
    [{ content: ['a', { text: 'b' }, { type: 'image' }, 7, null, { text: 7 }, ['c']] }, 'ab'],
    [{ content: { text: 'no list' } }, ''],
    [{ content: 7, reasoning: ['a'] }, 'a'],
    [{}, ''],
    [[], ''],
    [null, ''],
    ['said', ''],
  ])('the text of the completion %j is %j', (message, text) => {
    expect(textOf(message)).toBe(text);
  });

  it('the text of something that is not a completion is empty', () => {
    expect(textOf({ content: 'said' }, { status: 500 })).toBe('');
    expect(textOf({ content: 'said' }, { kind: 'search' })).toBe('');
    for (const response of [null, 'x', [], { choices: [] }, { choices: {} }, { choices: [null] }, { choices: [[]] }]) {
      expect(textOf({ content: 'said' }, { response })).toBe('');
    }
  });
});
