import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatUsage } from '../../chat/schema.ts';
import { countUsage } from './count-usage.ts';
import { estimateTokens } from './estimate-tokens.ts';

const LONG = 'All of these lamps are too dear, except the third. '.repeat(40);
const MOST = { prompt_tokens: 2_200, completion_tokens: 1_000 };

function count(reported: ChatUsage | null, message: object = { content: LONG }, rest: object = {}) {
  const chat = { model: 'm', messages: [{ role: 'user', content: LONG }] };
  const response = { choices: [{ message }], ...(reported !== null && { usage: reported }), ...rest };
  return countUsage(chat, MOST.prompt_tokens, MOST, response, reported);
}

describe('countUsage', () => {
  it.each([
    ['as many as a tokenizer gives', { prompt_tokens: 520, completion_tokens: 480 }],
    ['a prompt with a long template or a picture', { prompt_tokens: 6_000, completion_tokens: 480 }],
    ['hidden thoughts beyond the text', { prompt_tokens: 520, completion_tokens: 5_000 }],
    ['few tokens for a text that compresses well', { prompt_tokens: 100, completion_tokens: 80 }],
  ])('uses the provider’s token counts: %s', (_, reported) => {
    expect(count(reported)).toEqual(reported);
  });

  it.each([
    ['no completion for a long text', { prompt_tokens: 520, completion_tokens: 0 }],
    ['one token for a long text', { prompt_tokens: 520, completion_tokens: 1 }],
    ['one token for a long prompt', { prompt_tokens: 1, completion_tokens: 480 }],
    ['more tokens than the prompt can have', { prompt_tokens: 900_000_000, completion_tokens: 480 }],
    ['more tokens than could be asked for', { prompt_tokens: 520, completion_tokens: 900_000_000 }],
  ])('estimates token counts when the provider’s are impossible: %s', (_, reported) => {
    expect(count(reported)).toEqual({
      prompt_tokens: 4 + estimateTokens(LONG),
      completion_tokens: estimateTokens(LONG),
      estimated: 'implausible',
    });
  });

  it('distinguishes implausible token counts from missing ones', () => {
    expect(count(null)).toMatchObject({ estimated: 'missing' });
    expect(count(null, { content: 'x' }, { usage: null })).toMatchObject({ estimated: 'missing' });
    expect(count(null, { content: 'x' }, { usage: { prompt_tokens: -5, completion_tokens: 1 } })).toMatchObject({
      estimated: 'implausible',
    });
  });

  it('counts tokens of text, reasoning, refusals, tool calls and every choice', () => {
    const call = { function: { name: 'find', arguments: '{"q":"lamp"}' } };
    const said = { content: 'abc', reasoning_content: 'defghi', tool_calls: [call] };
    const each = ['abc', 'defghi', 'find{"q":"lamp"}'].reduce((sum, text) => sum + estimateTokens(text), 0);
    expect(count(null, said).completion_tokens).toBe(each);
    expect(count(null, { content: null, refusal: 'No.' }).completion_tokens).toBe(2);
    const three = { choices: [{ message: said }, { message: said }, { message: null }] };
    expect(count(null, said, three).completion_tokens).toBe(2 * each);
  });

  it('accepts a short answer with zero tokens, because a model may stop at once', () => {
    const reported = { prompt_tokens: 520, completion_tokens: 0 };
    expect(count(reported, { content: '' })).toEqual(reported);
  });

  it('an estimated token count never exceeds the bytes of request and answer', () => {
    fc.assert(
      fc.property(fc.string(), (content) => {
        const { prompt_tokens, completion_tokens } = count(null, { content });
        expect(prompt_tokens).toBeLessThanOrEqual(MOST.prompt_tokens);
        expect(completion_tokens).toBeLessThanOrEqual(Buffer.byteLength(content));
        expect(content === '' || completion_tokens > 0).toBe(true);
      }),
    );
  });
});
