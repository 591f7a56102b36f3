import { describe, expect, it } from 'vitest';
import { refusedRequestPart } from './refused-request-part.ts';

const tool = (type: unknown) => ({ type, function: { name: 'find_product', parameters: {} } });

describe('steering fields of a request', () => {
  it.each([
    [{ models: ['another/model'] }, 'models'],
    [{ search_parameters: { mode: 'on' } }, 'search_parameters'],
    [{ mock_response: 'I decide.' }, 'mock_response'],
    [{ fallbacks: ['another/model'] }, 'fallbacks'],
    [{ store: true }, 'store'],
    [{ tools: [tool('function'), tool('web_search')] }, 'tools of type web_search'],
    [{ tools: [tool('mcp')] }, 'tools of type mcp'],
    [{ tools: [tool(null)] }, 'tools of type null'],
  ])('finds the field that steers the provider: %j', (body, part) => {
    expect(refusedRequestPart({ model: 'some/model', messages: [], ...body })).toBe(part);
  });

  it.each([
    {},
    { tools: [] },
    { tools: [tool('function'), tool('custom'), { function: { name: 'x' } }] },
    { tools: 'none' },
    { temperature: 0, seed: 1, response_format: { type: 'json_object' }, reasoning_effort: 'low' },
  ])('finds no steering field in an ordinary request: %j', (body) => {
    expect(refusedRequestPart({ model: 'some/model', messages: [], ...body })).toBeUndefined();
  });
});
