import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readGguf } from '../models/read-gguf.ts';
import { makeGguf, SAMPLE_METADATA } from '../models/testing/make-gguf.ts';
import { addLocalModel, findLocalModel, listLocalModels, removeLocalModel } from './local-models.ts';

const SHIPPED = fileURLToPath(new URL('../../models/assay-135m', import.meta.url));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-models-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function stored(changes: Readonly<Record<string, string | number | readonly string[]>> = {}, name = 'a.gguf'): string {
  const all: Record<string, string | number | readonly string[]> = { ...SAMPLE_METADATA, ...changes };
  const metadata = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  const path = join(folder, name);
  writeFileSync(path, makeGguf({ metadata }));
  return path;
}

describe('addLocalModel', () => {
  it('registers a model file in place, with its hash and header', async () => {
    const gguf = stored();
    const entry = await addLocalModel(folder, 'tiny', { gguf });
    expect(entry).toMatchObject({ name: 'tiny', architecture: 'llama', context: 2048, parameters: 64, adapter: null });
    expect(entry.file).toMatchObject({ path: gguf, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await findLocalModel(folder, 'local/tiny')).toEqual(entry);
    expect(listLocalModels(folder)).toEqual([entry]);
  });

  it.each([
    ['no chat template', { 'tokenizer.chat_template': '' }, 'has no chat template'],
    ['an unknown architecture', { 'general.architecture': 'novel' }, 'has the architecture "novel"'],
    ['an embedding model', { 'general.architecture': 'bert' }, 'does not write text'],
    ['an adapter in place of a model', { 'general.type': 'adapter' }, 'is an adapter, not a model'],
    ['one file of a split model', { 'split.count': 3 }, 'one file of a model'],
    ['no context length', { 'llama.context_length': '' }, 'how long its context is'],
  ])('rejects an unusable model file: %s', async (_, changes, words) => {
    const architectures = new Set(['llama', 'bert']);
    await expect(addLocalModel(folder, 'tiny', { gguf: stored(changes), architectures })).rejects.toThrow(words);
    expect(listLocalModels(folder)).toEqual([]);
  });

  it('rejects weights larger than the memory', async () => {
    await expect(addLocalModel(folder, 'tiny', { gguf: stored(), memoryBytes: 100 })).rejects.toThrow('GiB of memory');
  });

  it('uses Assay’s template when the model’s own has no tools and the markers are known', async () => {
    const plain = { 'tokenizer.chat_template': '{{ messages }}' };
    expect((await addLocalModel(folder, 'a', { gguf: stored() })).template).toBe('model');
    expect((await addLocalModel(folder, 'a', { gguf: stored(plain) })).template).toBe('assay');
    expect((await addLocalModel(folder, 'a', { gguf: stored(plain), template: 'model' })).template).toBe('model');
    const strange = stored({ ...plain, 'tokenizer.ggml.tokens': ['a'] });
    expect((await addLocalModel(folder, 'a', { gguf: strange })).template).toBe('model');
    await expect(addLocalModel(folder, 'a', { gguf: strange, template: 'assay' })).rejects.toThrow('<|im_start|>');
  });

  it('accepts only an adapter of the same architecture', async () => {
    const lora = { 'general.type': 'adapter', 'adapter.type': 'lora' };
    const adapter = stored(lora, 'lora.gguf');
    const entry = await addLocalModel(folder, 'tuned', { gguf: stored(), adapter });
    expect(entry.adapter?.path).toBe(adapter);
    expect(entry.template).toBe('assay');
    const other = stored({ ...lora, 'general.architecture': 'qwen2' }, 'other.gguf');
    await expect(addLocalModel(folder, 'tuned', { gguf: stored(), adapter: other })).rejects.toThrow('for "qwen2"');
    await expect(addLocalModel(folder, 'tuned', { gguf: stored(), adapter: stored() })).rejects.toThrow('not a LoRA');
  });

  it('converts the folder of an adapter, and removes the converted file', async () => {
    const heads = { 'llama.attention.head_count': 9, 'llama.attention.head_count_kv': 3 };
    const gguf = stored({ ...heads, 'llama.embedding_length': 576, 'llama.block_count': 30 });
    const entry = await addLocalModel(folder, 'assay-135m', { gguf, adapter: SHIPPED });
    expect(entry.adapter?.path).toBe(join(folder, 'assay-135m', 'adapter.gguf'));
    expect(entry.template).toBe('assay');
    expect(readGguf(entry.adapter!.path).parameters).toBe(4_884_480);
    removeLocalModel(folder, 'assay-135m');
    expect([existsSync(gguf), existsSync(entry.adapter!.path)]).toEqual([true, false]);
    const other = stored({ 'general.architecture': 'gemma3', 'gemma3.context_length': 2048 });
    await expect(addLocalModel(folder, 'x', { gguf: other, adapter: SHIPPED })).rejects.toThrow(
      'not a Llama or Qwen2 model',
    );
  });

  it('names the size that a model file lacks when an adapter is converted', async () => {
    const sizes = {
      'llama.embedding_length': 576,
      'llama.block_count': 30,
      'llama.attention.head_count': 9,
      'llama.attention.head_count_kv': 3,
    };
    const added = async (changes: Readonly<Record<string, string | number>>) =>
      await addLocalModel(folder, 'x', { gguf: stored({ ...sizes, ...changes }), adapter: SHIPPED });
    expect(await added({})).toMatchObject({ name: 'x' });
    for (const name of ['llama.embedding_length', 'llama.block_count', 'llama.attention.head_count'])
      for (const size of ['', 0]) await expect(added({ [name]: size })).rejects.toThrow(`has no usable ${name}`);
  });

  it('converts the shipped adapter of a Qwen2 model, and refuses it for another model', { tags: 'slow' }, async () => {
    const adapter = fileURLToPath(new URL('../../models/assay-0.5b', import.meta.url));
    const qwen = (width: number, layers: number) =>
      stored({
        'general.architecture': 'qwen2',
        'qwen2.context_length': 32_768,
        'qwen2.embedding_length': width,
        'qwen2.block_count': layers,
      });
    const entry = await addLocalModel(folder, 'assay-0.5b', { gguf: qwen(896, 24), adapter });
    expect(entry).toMatchObject({ architecture: 'qwen2', template: 'assay' });
    expect(readGguf(entry.adapter!.path).parameters).toBe(5_498_880);
    await expect(addLocalModel(folder, 'x', { gguf: qwen(1_536, 28), adapter })).rejects.toThrow(
      'is for another model',
    );
    await expect(addLocalModel(folder, 'x', { gguf: qwen(896, 24), adapter: SHIPPED })).rejects.toThrow(
      'is for another model',
    );
  });

  it.each(['', '../x', 'A B', 'local/x'])('rejects the model name %j', async (name) => {
    await expect(addLocalModel(folder, name, { gguf: stored() })).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('findLocalModel', () => {
  it('refuses a registered model file that is missing or was replaced', async () => {
    const gguf = stored();
    await addLocalModel(folder, 'tiny', { gguf });
    utimesSync(gguf, 1, 1);
    expect((await findLocalModel(folder, 'tiny')).name).toBe('tiny');
    stored({ 'llama.context_length': 4096 });
    await expect(findLocalModel(folder, 'tiny')).rejects.toThrow('not the file that was registered');
    rmSync(gguf);
    await expect(findLocalModel(folder, 'tiny')).rejects.toThrow('is gone');
    await expect(findLocalModel(folder, 'none')).rejects.toMatchObject({
      remedy: expect.stringContaining('assay model add none'),
    });
  });
});

describe('removeLocalModel', () => {
  it('removing a local model deletes a fetched file and keeps any other', async () => {
    const elsewhere = stored();
    await addLocalModel(folder, 'mine', { gguf: elsewhere });
    mkdirSync(join(folder, 'fetched'));
    const fetched = stored({}, join('fetched', 'model.gguf'));
    await addLocalModel(folder, 'fetched', { gguf: fetched });
    expect(removeLocalModel(folder, 'mine').deleted).toBe(false);
    expect(removeLocalModel(folder, 'local/fetched').deleted).toBe(true);
    expect([existsSync(elsewhere), existsSync(fetched)]).toEqual([true, false]);
    expect(listLocalModels(folder)).toEqual([]);
  });
});
