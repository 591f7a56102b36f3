import { describe, expect, it } from 'vitest';
import { refusedRequestPart } from './refused-request-part.ts';

const tool = (type: unknown) => ({ type, function: { name: 'find_product', parameters: {} } });
const user = (...content: unknown[]) => ({ messages: [{ role: 'user', content }] });

describe('parts of a request that do more than query the model', () => {
  it.each([
    [{ models: ['another/model'] }, 'models'],
    [{ search_parameters: { mode: 'on' } }, 'search_parameters'],
    [{ mock_response: 'I decide.' }, 'mock_response'],
    [{ fallbacks: ['another/model'] }, 'fallbacks'],
    [{ store: true }, 'store'],
    [{ logit_bias: { 50256: 100 } }, 'logit_bias'],
    [{ guided_choice: ['432256331000001'] }, 'guided_choice'],
    [{ structured_outputs: { regex: '4322.*' } }, 'structured_outputs'],
    [{ grammar: 'root ::= "a"' }, 'grammar'],
    [{ prediction: { type: 'content', content: 'I decide.' } }, 'prediction'],
    [{ chat_template: '{{ "I decide." }}' }, 'chat_template'],
    [{ chat_template_kwargs: { enable_thinking: false, prefix: 'I decide.' } }, 'chat_template_kwargs.prefix'],
    [{ a_field_of_next_year: 1 }, 'a_field_of_next_year'],
    [{ tools: [tool('function'), tool('web_search')] }, 'tools of type web_search'],
    [{ tools: [tool('mcp')] }, 'tools of type mcp'],
    [{ tools: [tool(null)] }, 'tools of type null'],
    [
      user({ type: 'text', text: 'a lamp' }, { type: 'image_url', image_url: { url: 'http://host/?q=a+lamp' } }),
      'content of type image_url',
    ],
    [user({ type: 'file', file: { file_data: 'http://host/' } }), 'content of type file'],
  ])('finds the part of the request: %j', (body, part) => {
    expect(refusedRequestPart({ model: 'some/model', messages: [], ...body })).toBe(part);
  });

  it.each([
    {},
    { tools: [] },
    { tools: [tool('function'), tool('custom'), { function: { name: 'x' } }] },
    { tools: 'none' },
    { temperature: 0, seed: 1, response_format: { type: 'json_object' }, reasoning_effort: 'low' },
    { max_tokens: 256, stop: ['</call>'], top_p: 0.9, chat_template_kwargs: { enable_thinking: false } },
    { logit_bias: null },
    user({ type: 'text', text: 'a lamp' }, 'in red'),
    { messages: 'none' },
  ])('finds none in an ordinary request: %j', (body) => {
    expect(refusedRequestPart({ model: 'some/model', messages: [], ...body })).toBeUndefined();
  });
});
