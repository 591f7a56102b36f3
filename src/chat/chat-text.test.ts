import { describe, expect, it } from 'vitest';
import { chatText } from './chat-text.ts';
import { pythonSpacing } from './python-spacing.ts';

const tool = { type: 'function', function: { name: 'find', parameters: { type: 'object', properties: {} } } };

describe('chatText', () => {
  it('writes tools, calls and results as the chat template does', () => {
    const text = chatText(
      [
        { role: 'system', content: 'Shop.' },
        { role: 'user', content: 'A lamp.' },
        {
          role: 'assistant',
          content: 'Looking.',
          tool_calls: [
            { function: { name: 'find', arguments: '{"q":"lamp"}' } },
            { function: { name: 'find', arguments: { q: 'é', n: [1, null] } } },
          ],
        },
        { role: 'tool', content: 'one' },
        { role: 'tool', content: 'two' },
        { role: 'assistant', content: '', tool_calls: [{ function: { name: 'end', arguments: '{}' } }] },
        { role: 'tool', content: 'over' },
      ],
      [tool],
    );
    expect(text).toBe(
      [
        '<|im_start|>system',
        'Shop.',
        '',
        '# Tools',
        '',
        'You may call one or more functions to assist with the user query.',
        '',
        'You are provided with function signatures within <tools></tools> XML tags:',
        '<tools>',
        '{"type": "function", "function": {"name": "find", "parameters": {"type": "object", "properties": {}}}}',
        '</tools>',
        '',
        'For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:',
        '<tool_call>',
        '{"name": <function-name>, "arguments": <args-json-object>}',
        '</tool_call><|im_end|>',
        '<|im_start|>user',
        'A lamp.<|im_end|>',
        '<|im_start|>assistant',
        'Looking.',
        '<tool_call>',
        '{"name": "find", "arguments": {"q":"lamp"}}',
        '</tool_call>',
        '<tool_call>',
        '{"name": "find", "arguments": {"q": "é", "n": [1, null]}}',
        '</tool_call><|im_end|>',
        '<|im_start|>user',
        '<tool_response>',
        'one',
        '</tool_response>',
        '<tool_response>',
        'two',
        '</tool_response><|im_end|>',
        '<|im_start|>assistant',
        '<tool_call>',
        '{"name": "end", "arguments": {}}',
        '</tool_call><|im_end|>',
        '<|im_start|>user',
        '<tool_response>',
        'over',
        '</tool_response><|im_end|>',
        '',
      ].join('\n'),
    );
  });

  it('the chat template treats null fields as missing and omits absent sections', () => {
    expect(chatText([{ role: 'user', content: 'Hi' }], [])).toBe('<|im_start|>user\nHi<|im_end|>\n');
    const empty = [{ role: 'assistant', content: null, tool_calls: null }];
    expect(chatText(empty, [])).toBe('<|im_start|>assistant\n<|im_end|>\n');
    expect(chatText([{ role: 'user', content: 'Hi' }], [tool])).toMatch(/^<\|im_start\|>system\n# Tools\n/);
  });
});

describe('pythonSpacing', () => {
  it('puts spaces into JSON where Python does, outside strings and numbers', () => {
    expect(pythonSpacing('{"a":1,\n "b" : [1.0,12345678901234567890,{}],"c":"x,y:z"}')).toBe(
      '{"a": 1, "b": [1.0, 12345678901234567890, {}], "c": "x,y:z"}',
    );
    expect(pythonSpacing(String.raw`{"\u00e9\/":"\ud83d\ude00 \"\\ \n\u0001"}`)).toBe(
      String.raw`{"é/": "😀 \"\\ \n\u0001"}`,
    );
    expect(pythonSpacing('no "json')).toBe('no "json');
  });
});
