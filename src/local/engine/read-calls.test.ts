import { describe, expect, it } from 'vitest';
import { readCalls } from './read-calls.ts';

function read(text: string, isExact = false) {
  const { content, calls } = readCalls(text, ['find'], isExact);
  return { content, calls: calls.map(({ function: { name, arguments: written } }) => [name, written]) };
}

const CALL = '<tool_call>\n{"name": "find", "arguments": {"q": "a"}}\n</tool_call>';

describe('readCalls', () => {
  it.each([
    ['tagged calls beside text', `Looking.\n${CALL}\n${CALL}`, 'Looking.', 2],
    ['a call that was not closed', CALL.replace('\n</tool_call>', ''), '', 1],
    ['a call on one line', '<tool_call>{"name":"find","arguments":{"q":"a"}}</tool_call>', '', 1],
    ['arguments under another name', CALL.replace('arguments', 'parameters'), '', 1],
    ['a bare call', '{"name": "find", "arguments": {"q": "a"}}', '', 1],
    ['a fenced call', '```json\n{"name": "find", "arguments": {"q": "a"}}\n```', '', 1],
  ])('reads calls from the text: %s', (_, text, content, calls) => {
    expect(read(text)).toEqual({ content, calls: Array(calls).fill(['find', '{"q":"a"}']) });
  });

  it.each([
    ['JSON that is not a call to an offered tool', '{"name": "lose", "arguments": {}}'],
    ['a broken call', '<tool_call>{"name": "find", "arguments": {</tool_call>'],
    ['arguments that are not an object', '<tool_call>{"name": "find", "arguments": [1]}</tool_call>'],
  ])('leaves %s in the text', (_, text) => {
    expect(read(text)).toEqual({ content: text, calls: [] });
  });

  it('accepts only the exact call format of Assay’s template', () => {
    expect(read(CALL, true).calls).toHaveLength(1);
    const loose = CALL.replace('{"q"', '{ "q"').replace('<tool_call>\n', '<tool_call> ');
    expect(read(loose, true)).toEqual({ content: loose, calls: [] });
  });
});
