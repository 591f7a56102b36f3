import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chatText } from '../../chat/chat-text.ts';
import type { Trajectory } from '../trajectory/trajectory.ts';
import { openTokenizer } from './open-tokenizer.ts';
import { renderedTokens } from './rendered-tokens.ts';

const folder = mkdtempSync(join(tmpdir(), 'tokenizer-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every run of letters, digits or signs is one token. */
const TOKENIZER = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [
    ...['<|im_start|>', '<|im_end|>'].map((content, id) => ({
      id: id + 1,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
  ],
  normalizer: null,
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: null,
  decoder: null,
  model: { type: 'WordLevel', vocab: { '[UNK]': 0, '<|im_start|>': 1, '<|im_end|>': 2 }, unk_token: '[UNK]' },
};

function trajectory(content: string): Trajectory {
  return {
    query: content,
    messages: [{ role: 'user', content }],
    tools: '[]',
    tools_given: false,
    fidelity: 'as-seen',
    steps: [],
    supplied_results: 0,
    replaced_prompts: [],
    side_completions: 0,
  };
}

describe('a tokenizer', () => {
  it('rejects a tokenizer that does not exist', () => {
    expect(() => openTokenizer(join(folder, 'nowhere'))).toThrow(expect.objectContaining({ code: 'FILE_NOT_FOUND' }));
  });

  it('the tokenizer counts the text that is trained on, chat markers included', () => {
    writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(TOKENIZER));
    const counter = openTokenizer(folder);
    expect(counter).toMatchObject({ exact: true, name: expect.stringMatching(/^tokenizer\/[0-9a-f]{16}$/) });
    expect(counter.count('a red lamp')).toBe(3);
    const given = trajectory('a red lamp');
    expect(chatText(given.messages, [])).toBe('<|im_start|>user\na red lamp<|im_end|>\n');
    expect(renderedTokens(given, counter)).toBe(6);
    writeFileSync(join(folder, 'tokenizer.json'), '{"model":{"type":"Nonsense"}}');
    expect(() => openTokenizer(folder)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });
});
