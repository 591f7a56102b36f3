import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CachedEmbedder } from './cached-embedder.ts';
import { type TextEmbedder, unitVector } from './text-embedder.ts';

let folder: string;
let embedded: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  embedded = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

function counting(id = 'letters'): TextEmbedder {
  return {
    id,
    embed: async (texts) => {
      embedded.push(...texts);
      return texts.map((text) => unitVector([text.length, text.codePointAt(0) ?? 0, 1])!);
    },
  };
}

describe('CachedEmbedder', () => {
  it('embeds a text once, across instances and repetitions, with equal vectors', async () => {
    const first = await new CachedEmbedder(counting(), folder).embed(['lamp', 'desk', 'lamp']);
    const again = await new CachedEmbedder(counting(), folder).embed(['desk', 'lamp', 'sofa']);
    expect(embedded).toEqual(['lamp', 'desk', 'sofa']);
    expect(again.slice(0, 2)).toEqual([first[1], first[0]]);
    expect(first[0]).toEqual(first[2]);
  });

  it('caches the vectors of two models separately', async () => {
    await new CachedEmbedder(counting('a/b'), folder).embed(['lamp']);
    await new CachedEmbedder(counting('a_b'), folder).embed(['lamp']);
    expect(embedded).toEqual(['lamp', 'lamp']);
  });

  it('embeds a text again after a truncated cache entry, and reads entries appended after it', async () => {
    await new CachedEmbedder(counting(), folder).embed(['lamp']);
    const [file] = readdirSync(folder);
    appendFileSync(join(folder, file!), `${'0'.repeat(64)} AAAA`);
    const [desk] = await new CachedEmbedder(counting(), folder).embed(['desk']);
    const known = await new CachedEmbedder(counting(), folder).embed(['lamp', 'desk']);
    expect(embedded).toEqual(['lamp', 'desk']);
    expect(known[1]).toEqual(desk);
  });

  it('embeds texts without a writable cache folder', async () => {
    const blocked = join(folder, 'file');
    writeFileSync(blocked, '');
    expect(await new CachedEmbedder(counting(), join(blocked, 'vectors')).embed(['lamp'])).toHaveLength(1);
  });
});
