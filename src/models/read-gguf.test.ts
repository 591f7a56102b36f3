import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readGguf } from './read-gguf.ts';
import { makeGguf, SAMPLE_METADATA } from './testing/make-gguf.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gguf-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function stored(bytes: Uint8Array): string {
  const path = join(folder, 'model.gguf');
  writeFileSync(path, bytes);
  return path;
}

describe('readGguf', () => {
  it('reads metadata, vocabulary and the number of weights of a GGUF file', () => {
    const header = readGguf(stored(makeGguf({ metadata: SAMPLE_METADATA, tensors: [100, 28] })));
    expect(header.metadata.get('general.architecture')).toBe('llama');
    expect(header.metadata.get('llama.context_length')).toBe(2048);
    expect(header.vocabulary.has('<|im_end|>')).toBe(true);
    expect(header.parameters).toBe(128);
  });

  it('reads a GGUF header longer than its read buffer', () => {
    const tokens = Array.from({ length: 100_000 }, (_, place) => `token${place}`);
    const metadata = { ...SAMPLE_METADATA, 'tokenizer.ggml.tokens': tokens, 'tokenizer.ggml.merges': tokens, last: 7 };
    const header = readGguf(stored(makeGguf({ metadata })));
    expect(header.vocabulary.size).toBe(100_000);
    expect(header.metadata.get('last')).toBe(7);
  });

  it('reports a GGUF file cut anywhere as truncated', () => {
    const whole = makeGguf({ metadata: SAMPLE_METADATA });
    for (const length of [5, 20, 60, whole.length - 257, whole.length - 1]) {
      expect(() => readGguf(stored(whole.subarray(0, length)))).toThrow(`truncated: it ends after ${length}`);
    }
  });

  it.each([
    ['another kind of file', Buffer.from('{"not": "gguf"}'), 'is not a GGUF file'],
    ['an empty file', Buffer.alloc(0), 'is not a GGUF file'],
    ['an old version', makeGguf({ metadata: {}, version: 1 }), 'has GGUF version 1'],
    ['big-endian order', makeGguf({ metadata: {}, version: 3 << 24 }), 'big-endian'],
    [
      'a header that counts too much',
      Buffer.concat([makeGguf({ metadata: {} }).subarray(0, 8), Buffer.alloc(32, 0x7f)]),
      'damaged',
    ],
  ])('names the cause of an unreadable GGUF file: %s', (_, bytes, words) => {
    expect(() => readGguf(stored(bytes))).toThrow(words);
  });

  it('names the missing GGUF file', () => {
    expect(() => readGguf(join(folder, 'none.gguf'))).toThrow('none.gguf');
  });
});
