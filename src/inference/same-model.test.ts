import { describe, expect, it } from 'vitest';
import { isSameModel } from './same-model.ts';

describe('isSameModel', () => {
  it.each([
    ['Qwen/Qwen3-32B', 'Qwen/Qwen3-32B'],
    ['Qwen/Qwen3-32B', 'qwen3-32b'],
    ['Qwen/Qwen3-32B-TEE', 'Qwen/Qwen3-32B'],
    ['openai/gpt-4o', 'gpt-4o-2024-08-06'],
    ['deepseek/deepseek-chat-v3:free', 'deepseek/deepseek-chat-v3'],
    ['smollm2', '/models/smollm2.gguf'],
    ['real/model', ' REAL/MODEL '],
  ])('%s and %s are the same model', (asked, reported) => {
    expect(isSameModel(asked, reported)).toBe(true);
  });

  it.each([
    ['openai/gpt-4o', 'gpt-4o-mini'],
    ['Qwen/Qwen3-32B', 'Qwen/Qwen3-8B'],
    ['real/model', 'house/expert'],
    ['real/expert', 'house/expert'],
    ['qwen/qwen3-32b', 'evil/qwen3-32b'],
    ['a', ''],
  ])('%s and %s are different models', (asked, reported) => {
    expect(isSameModel(asked, reported)).toBe(false);
  });

  it('accepts a reported model name that is listed', () => {
    expect(isSameModel('ours', 'model.bin', ['model.bin'])).toBe(true);
  });
});
