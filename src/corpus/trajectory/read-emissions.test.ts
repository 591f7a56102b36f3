import { describe, expect, it } from 'vitest';
import { toolCallsOf } from '../../chat/read-response.ts';
import { readEmissions } from './read-emissions.ts';

const LAMP = { q: 'red lamp', page: 2 };

function calls(content: string, offered: readonly string[] = []) {
  return readEmissions([], content, offered).map(({ name, arguments: given }) => [name, given]);
}

describe('calls in an answer', () => {
  it('reads native tool calls, broken arguments included', () => {
    const message = {
      content: 'find_product({"q": "not this"})',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'find_product', arguments: JSON.stringify(LAMP) } },
        { id: 'b', type: 'function', function: { name: 'terminate', arguments: '' } },
        { id: 'c', type: 'function', function: { name: 'find_product', arguments: '{"q": "lam' } },
      ],
    };
    const read = readEmissions(toolCallsOf(message), message.content, []);
    expect(read.map((call) => [call.id, call.name, call.arguments, call.form])).toEqual([
      ['a', 'find_product', LAMP, 'native'],
      ['b', 'terminate', {}, 'native'],
      ['c', 'find_product', null, 'native'],
    ]);
    const single = { content: null, function_call: { name: 'find_product', arguments: '{"q":"x"}' } };
    expect(readEmissions(toolCallsOf(single), '', [])).toMatchObject([{ name: 'find_product', arguments: { q: 'x' } }]);
  });

  const forms: readonly (readonly [string, string])[] = [
    [
      'Hermes and Qwen',
      '<tool_call>\n{"name": "find_product", "arguments": {"q": "red lamp", "page": 2}}\n</tool_call>',
    ],
    [
      'ShoppingBench',
      '<think>hm</think><tool_call>[{"name":"find_product","parameters":{"q":"red lamp","page":2}}]</tool_call>',
    ],
    ['an unclosed tag', '<tool_call>{"name": "find_product", "arguments": {"q": "red lamp", "page": 2}}'],
    ['a fence', 'I search.\n```json\n{"tool": "find_product", "args": {"q": "red lamp", "page": 2}}\n```'],
    ['bare JSON', 'Next: {"action": "find_product", "action_input": {"q": "red lamp", "page": 2}}'],
    ['arguments as text', '{"name": "find_product", "arguments": "{\\"q\\": \\"red lamp\\", \\"page\\": 2}"}'],
    ['a flat object', '{"tool": "find_product", "q": "red lamp", "page": 2}'],
    ['a key per tool', '{"find_product": {"q": "red lamp", "page": 2}}'],
    [
      'an inner function',
      '{"type": "function", "function": {"name": "find_product", "arguments": {"q": "red lamp", "page": 2}}}',
    ],
    ['ReAct', 'Thought: search\nAction: find_product\nAction Input: {"q": "red lamp", "page": 2}'],
    ['Python', 'find_product(q="red lamp", page=2)'],
    ['Llama 3.2', "[find_product(q='red lamp', page=2)]"],
    ['Llama 3.1', '<function=find_product>{"q": "red lamp", "page": 2}</function>'],
    ['Mistral', '[TOOL_CALLS]find_product[ARGS]{"q": "red lamp", "page": 2}'],
    [
      'DeepSeek',
      '<｜tool▁call▁begin｜>function<｜tool▁sep｜>find_product\n```json\n{"q": "red lamp", "page": 2}\n```<｜tool▁call▁end｜>',
    ],
    [
      'Kimi',
      '<|tool_call_begin|>functions.find_product:0<|tool_call_argument_begin|>{"q": "red lamp", "page": 2}<|tool_call_end|>',
    ],
    [
      'gpt-oss',
      '<|channel|>commentary to=functions.find_product <|constrain|>json<|message|>{"q": "red lamp", "page": 2}<|call|>',
    ],
  ];
  it.each(forms)('reads calls in the format of %s', (_, text) => {
    expect(calls(text)).toEqual([['find_product', LAMP]]);
  });

  it('reads calls whose parameters have tags of their own', () => {
    const qwen =
      '<tool_call>\n<function=find_product>\n<parameter=q>\nred lamp\n</parameter>\n</function>\n</tool_call>';
    expect(calls(qwen)).toEqual([['find_product', { q: 'red lamp' }]]);
    const claude = '<invoke name="find_product"><parameter name="q">red lamp</parameter></invoke>';
    expect(calls(claude)).toEqual([['find_product', { q: 'red lamp' }]]);
  });

  it('does not read calls that a model only considers, mentions or is shown', () => {
    expect(calls('<think>{"name": "find_product", "arguments": {"q": "x"}}</think>Done.')).toEqual([]);
    expect(calls('I could call find_product (the search) with other words, or view_product_information.')).toEqual([]);
    expect(calls('{"items": [{"q": "red lamp", "price": "0-300"}]}')).toEqual([]);
    expect(calls('The best is {"product_id": "1", "title": "Lamp"}.')).toEqual([]);
  });

  it('reads calls of the agent’s own tools when it offers them', () => {
    expect(calls('compare_all(ids="1,2")')).toEqual([]);
    expect(calls('compare_all(ids="1,2")', ['compare_all'])).toEqual([['compare_all', { ids: '1,2' }]]);
  });

  it('reads calls from a long run of brackets in linear time', () => {
    expect(calls('{['.repeat(100_000))).toEqual([]);
    expect(calls('find_product('.repeat(10_000))).toEqual([]);
    expect(calls(`find_product ${'`'.repeat(100)}x{"q":"lamp"}`)).toEqual([]);
    expect(calls(`<think></think>${'<think>'.repeat(25_000)}`)).toEqual([]);
    expect(calls(`find_product>${'<parameter=q>'.repeat(15_000)}`)).toEqual([['find_product', {}]]);
  });
});
