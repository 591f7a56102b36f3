import { expect, it } from 'vitest';
import { promptTexts } from './prompt-text.ts';

it('puts the newest message last, after everything sent with each request', () => {
  const call = { id: 'c', function: { name: 'search', arguments: '{"q":"lamp"}' } };
  const texts = promptTexts({
    tools: [{ function: { name: 'search' } }],
    tool_choice: 'auto',
    response_format: { type: 'json_object' },
    stop: ['\n'],
    messages: [
      { role: 'system', content: 'Shop.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'user', content: [{ type: 'text', text: '1. Lamp' }] },
    ],
  });
  expect(texts).toHaveLength(7);
  expect(texts.slice(-3)).toEqual(['Shop.', `\n${JSON.stringify([call])}`, '1. Lamp']);
  expect(texts[0]).toContain('search');
});

it('returns no prompt text for a malformed request', () => {
  for (const odd of [null, 'text', { messages: 'none' }, { messages: [7, {}] }])
    expect(promptTexts(odd).join('')).toBe('');
});
