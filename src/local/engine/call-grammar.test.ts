import { describe, expect, it } from 'vitest';
import { callGrammar } from './call-grammar.ts';

const tool = (name: string, properties: object, required: readonly string[] = []) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties, required } },
});

describe('callGrammar', () => {
  it('a call grammar allows only the required tools and their declared arguments', () => {
    const tools = [tool('find', { q: { type: 'string' }, page: { type: 'integer' } }, ['q']), tool('end', {})];
    const [root] = callGrammar(tools, ['find']).split('\n');
    expect(root).toContain(String.raw`"<tool_call>\n{\"name\": \"find\", \"arguments\": " "{" (`);
    expect(root).toContain(String.raw`"\"page\": " (`);
    expect(root).not.toContain('end');
    expect(callGrammar(tools, ['find', 'end']).split('\n')[0]).toContain(String.raw`\"end\", \"arguments\": " object`);
  });

  it('a call grammar lists the values of an enumeration', () => {
    const grammar = callGrammar([tool('pick', { colour: { enum: ['red', 'a "b"'] } })], ['pick']);
    expect(grammar).toContain(String.raw`("\"red\"" | "\"a \\\"b\\\"\"")`);
  });
});
