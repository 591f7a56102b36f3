import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StreamedResponse } from './client/streamed-response.ts';
import { contentText } from './content-text.ts';
import { parseResponse } from './parse-response.ts';
import { readMessage } from './read-message.ts';
import { readResponse, readUsage } from './read-response.ts';
import { readTokens } from './read-tokens.ts';
import { expectedOf, NOT_COMPLETIONS, PROVIDER_RESPONSES } from './testing/provider-responses.ts';

const CASES = PROVIDER_RESPONSES.map((each) => [`${each.provider}: ${each.shows}`, each] as const);

describe('readResponse', () => {
  it('the table of responses has at least 40 entries of seven providers', () => {
    expect(new Set(CASES.map(([name]) => name)).size).toBe(CASES.length);
    expect(CASES.length).toBeGreaterThanOrEqual(40);
    expect(new Set(PROVIDER_RESPONSES.map(({ provider }) => provider)).size).toBe(7);
  });

  it.each(CASES)('reads the response %s', (_, given) => {
    const { calls, ...expected } = expectedOf(given);
    expect(readResponse(given.response)).toEqual({ ...expected, toolCalls: calls });
    expect(parseResponse(JSON.stringify(given.response))).toMatchObject({ completion: { text: expected.text } });
    expect(parseResponse(Buffer.from(JSON.stringify(given.response)))).toMatchObject({ ok: true });
  });

  it.each(NOT_COMPLETIONS)('rejects %j as a completion', (body) => {
    expect(parseResponse(body)).toMatchObject({ ok: false });
  });

  it('reads any JSON value, and JSON in place of any field, without an error', () => {
    const hostile = fc.jsonValue({ maxDepth: 4 });
    const message = fc.record(
      {
        content: hostile,
        reasoning_content: hostile,
        reasoning: hostile,
        reasoning_details: hostile,
        refusal: hostile,
        tool_calls: fc.oneof(hostile, fc.array(fc.record({ id: hostile, function: hostile, custom: hostile }))),
        function_call: hostile,
      },
      { requiredKeys: [] },
    );
    const choice = fc.record({
      message,
      delta: message,
      finish_reason: hostile,
      token_ids: hostile,
      logprobs: hostile,
    });
    const response = fc.oneof(hostile, fc.record({ choices: fc.array(choice), usage: hostile, model: hostile }));
    fc.assert(
      fc.property(response, (value) => {
        const read = readResponse(value);
        if (read !== undefined) {
          expect([read.text, read.reasoning, read.refusal].every((text) => typeof text === 'string')).toBe(true);
          expect(read.toolCalls.every((call) => typeof call.name === 'string')).toBe(true);
          expect(read.toolCalls.every((call) => typeof call.arguments === 'string')).toBe(true);
        }
        readTokens(value);
        readMessage(value);
        const streamed = new StreamedResponse();
        expect(streamed.add(JSON.stringify(value))).toBe(true);
        expect(readResponse(streamed.whole())).toBeDefined();
      }),
    );
  });

  it('reads tool arguments nested to any depth', () => {
    let deep: unknown = {};
    for (let level = 0; level < 200_000; level++) deep = { deep };
    const message = { tool_calls: [{ id: 'a', function: { name: 'f', arguments: deep } }] };
    expect(readResponse({ choices: [{ message }] })?.toolCalls).toMatchObject([{ id: 'a', name: 'f' }]);
  });

  it('reads own properties only', () => {
    const inherited = Object.create({ choices: [{ message: { content: 'inherited' } }] });
    expect(readResponse(inherited)).toBeUndefined();
  });

  it('reads at most 64 tool calls and omits those without a function', () => {
    const calls = Array.from({ length: 100 }, (_, place) => ({
      id: `${place}`,
      function: { name: 'f', arguments: '{}' },
    }));
    expect(readMessage({ tool_calls: calls }).toolCalls).toHaveLength(64);
    expect(readMessage({ tool_calls: [null, 'f', {}, { function: 'f' }] }).toolCalls).toEqual([]);
    expect(readMessage({ tool_calls: [{ function: {} }] }).toolCalls).toEqual([
      { id: null, name: '', arguments: '{}' },
    ]);
  });
});

describe('a streamed response', () => {
  it.each(CASES)('reads the same response complete and streamed: %s', (_, given) => {
    const { choices, ...rest } = given.response;
    const [{ message, ...choice }] = choices;
    const streamed = new StreamedResponse();
    streamed.add(JSON.stringify({ ...rest, choices: [{ ...choice, delta: message }] }));
    streamed.add('[DONE]');
    const { calls, ...expected } = expectedOf(given);
    expect(readResponse(streamed.whole())).toEqual({ ...expected, toolCalls: calls });
  });

  it('assembles text, reasoning, a refusal and calls from stream chunks', () => {
    const streamed = new StreamedResponse();
    const deltas = [
      { role: 'assistant', content: '' },
      { reasoning: 'Two ' },
      { reasoning_details: [{ type: 'reasoning.text', text: 'fit.' }] },
      { content: 'I ' },
      { content: [{ type: 'text', text: 'take it.' }] },
      { function_call: { name: 'find_product', arguments: '{"q":' } },
      { function_call: { arguments: '"lamp"}' } },
    ];
    for (const delta of deltas) streamed.add(JSON.stringify({ model: 'm', choices: [{ delta }] }));
    expect(streamed.isComplete).toBe(false);
    streamed.add('{"choices":[{"delta":{},"finish_reason":"function_call"}]}');
    expect(streamed.isComplete).toBe(true);
    expect(readResponse(streamed.whole())).toEqual({
      text: 'I take it.',
      reasoning: 'Two fit.',
      toolCalls: [{ id: null, name: 'find_product', arguments: '{"q":"lamp"}' }],
      finishReason: 'function_call',
      usage: null,
      refusal: '',
      model: 'm',
    });
  });
});

describe('contentText', () => {
  it.each([
    ['said', 'said'],
    [['a', { text: 'b' }, { type: 'image' }, 7, null, { text: 7 }, ['c']], 'ab'],
    [{ text: 'not a list' }, ''],
    [null, ''],
  ])('the text of content %j is %j', (content, text) => {
    expect(contentText(content)).toBe(text);
  });
});

describe('readUsage', () => {
  it.each([
    [
      { prompt_tokens: 3, completion_tokens: 4 },
      { prompt_tokens: 3, completion_tokens: 4 },
    ],
    [
      { prompt_tokens: 3, total_tokens: 7 },
      { prompt_tokens: 3, completion_tokens: 4 },
    ],
    [
      { completion_tokens: 4, total_tokens: 7 },
      { prompt_tokens: 3, completion_tokens: 4 },
    ],
    [{ prompt_tokens: 8, total_tokens: 7 }, null],
    [{ total_tokens: 7 }, null],
    [{ prompt_tokens: '3', completion_tokens: 4, total_tokens: 7 }, null],
    [{ prompt_tokens: -3, completion_tokens: 4 }, null],
    [{ prompt_tokens: 0.5, completion_tokens: 4 }, null],
    [{ prompt_tokens: 2e9, completion_tokens: 4 }, null],
    [{}, null],
    [null, null],
  ])('the usage in %j is %j', (usage, read) => {
    expect(readUsage({ usage })).toEqual(read);
  });
});
