import { describe, expect, it } from 'vitest';
import { nativePrompt } from '../../tools/native-prompt.ts';
import { calling, SampleConversation } from '../testing/sample-conversation.ts';
import { readCompletions } from './completion.ts';
import { openingPrompts } from './opening-prompts.ts';

const QUERY = 'I want a red desk lamp';
const NATIVE = calling(['find_product', { q: 'red desk lamp' }]);
const TAGGED = { content: '<tool_call>[{"name":"find_product","parameters":{"q":"red desk lamp"}}]</tool_call>' };
const TOOLS = { tools: [{ type: 'function', function: { name: 'find_product', parameters: {} } }] };
const TARGET = { role: 'system', content: nativePrompt(4) };

const system = (content: string) => ({ role: 'system', content });
const user = (content: string) => ({ role: 'user', content });

function opening(messages: readonly object[], answer: Readonly<Record<string, unknown>>, rest: object = {}) {
  const completions = readCompletions(new SampleConversation().ask(messages, answer, rest).calls);
  return openingPrompts(completions[0]!, completions, QUERY);
}

describe('the prompts of a normalised row', () => {
  it('keeps the prompts of an agent with native calls as they were sent', () => {
    const sent = [system('You shop. Never ask.'), user(`Customer 7, 12:04: ${QUERY}. Begin.`)];
    expect(opening(sent, NATIVE, TOOLS)).toEqual({ messages: sent, replaced: [] });
    const request = JSON.stringify({ problem: { query: QUERY } });
    expect(opening([user(request)], NATIVE, TOOLS)).toEqual({ messages: [user(request)], replaced: [] });
  });

  it.each([
    'Answer so: <tool_call>[{"name": "the tool", "parameters": {"parameter": "value"}}]</tool_call>',
    'Answer with {"tool": "...", "arguments": {...}}.',
    'Thought: why\nAction: find_product\nAction Input: words',
    'Write your call in the usual way.',
  ])('replaces the system prompt of a model that writes calls as text: %j', (format) => {
    const sent = [system(`You shop.\n${format}`), user(`Customer: ${QUERY}`)];
    expect(opening(sent, TAGGED)).toEqual({ messages: [TARGET, sent[1]], replaced: ['system'] });
  });

  it('replaces a system prompt that describes calls as text even if the calls are native', () => {
    const sent = [system('Write <tool_call>{"name": "…"}</tool_call>.'), user(QUERY)];
    expect(opening(sent, NATIVE, TOOLS)).toEqual({ messages: [TARGET, user(QUERY)], replaced: ['system'] });
  });

  it('keeps the system prompt of a model that wrote native calls as text by mistake', () => {
    const sent = [system('You shop.'), user(QUERY)];
    expect(opening(sent, TAGGED, TOOLS)).toEqual({ messages: sent, replaced: [] });
  });

  it.each([
    `${QUERY}\nAnswer as <tool_call>{"name": "x"}</tool_call>.`,
    `${QUERY}\nYou have find_product and recommend_product.`,
    'Begin.',
  ])('uses the bare request instead of the user message %j of a model that writes calls as text', (content) => {
    expect(opening([system(QUERY), user(content)], TAGGED)).toEqual({
      messages: [TARGET, user(QUERY)],
      replaced: ['system', 'user'],
    });
  });

  it('uses the bare request if the conversation began with several messages', () => {
    const sent = [user('A sofa, please.'), { role: 'assistant', content: 'Bought.' }, user(QUERY)];
    expect(opening(sent, NATIVE, TOOLS)).toEqual({ messages: [user(QUERY)], replaced: ['user'] });
  });

  it('keeps a user message without the request if the kept system prompt shows it', () => {
    const sent = [system(`You shop. The customer says: "${QUERY}"`), user('Begin.')];
    expect(opening(sent, NATIVE, TOOLS)).toEqual({ messages: sent, replaced: [] });
    expect(opening([system('You shop.'), user('Begin.')], NATIVE, TOOLS)).toEqual({
      messages: [system('You shop.'), user(QUERY)],
      replaced: ['user'],
    });
  });

  it('names the tools beyond the four if the model called one of them', () => {
    const voucher = { content: '<tool_call>{"name":"calculate_voucher","arguments":{}}</tool_call>' };
    expect(opening([user(QUERY)], voucher).messages[0]).toEqual(system(nativePrompt(7)));
  });
});
