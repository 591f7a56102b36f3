import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bpeCounter } from './bpe-counter.ts';

const folder = mkdtempSync(join(tmpdir(), 'bpe-counter-'));
afterAll(() => rmSync(folder, { recursive: true }));

function tokenizer(changes: object = {}): string {
  const path = join(folder, `${Math.random()}.json`);
  const merges = ['l o', 'lo w', 'Ġ lo', 'e r', 'low er', 'Ċ Ċ'].map((pair) => pair.split(' '));
  const whole = {
    normalizer: null,
    added_tokens: [{ content: '<|im_end|>' }],
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'Digits', individual_digits: true },
        { type: 'ByteLevel', add_prefix_space: false, use_regex: true },
      ],
    },
    model: { type: 'BPE', vocab: { l: 0, o: 1 }, merges },
    ...changes,
  };
  writeFileSync(path, JSON.stringify(whole));
  return path;
}

describe('counting with a byte-level tokenizer', () => {
  const counter = bpeCounter(tokenizer());

  it.each([
    ['', 0],
    ['lower', 1],
    // The pair that was learnt first is joined first: `lo` with `w`, and nothing is left for the blank.
    [' low', 2],
    ['lower lower', 3],
    ['1234', 4],
    ['a1b', 3],
    ['\n\n', 1],
    // A blank before a word belongs to it, those before that one do not.
    ['x   y', 5],
    ['é', 2],
    ['😀', 4],
    ["it's", 4],
    ['<|im_end|>', 1],
    ['low<|im_end|>low', 3],
  ])('counts %j as %i', (text, tokens) => {
    expect(counter.count(text)).toBe(tokens);
  });

  it('says what it is, and refuses what it would count wrongly', () => {
    expect(counter).toMatchObject({ name: 'bpe/2', exact: true });
    for (const changes of [{ normalizer: { type: 'NFC' } }, { pre_tokenizer: { type: 'Metaspace' } }, { model: {} }]) {
      expect(() => bpeCounter(tokenizer(changes))).toThrow(/no tokenizer of a kind/);
    }
  });
});
