import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readObjects } from './json-object-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-objects-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(content: string | Uint8Array, maxLineBytes?: number): Promise<unknown[]> {
  const path = join(folder, 'file.json');
  writeFileSync(path, content);
  const found: unknown[] = [];
  for await (const { number, ...rest } of readObjects(path, maxLineBytes === undefined ? {} : { maxLineBytes })) {
    found.push('text' in rest ? JSON.parse(rest.text) : `${number} ${rest.reason}`);
  }
  return found;
}

const TRICKY = [{ a: '}{"\\' }, { nested: [{ b: { c: ']' } }], text: 'quote \\" brace }' }, {}, { unicode: 'ключ 🫖' }];

describe('readObjects', () => {
  it.each([
    ['an array', JSON.stringify(TRICKY)],
    ['an indented array', JSON.stringify(TRICKY, undefined, 2)],
    ['lines', TRICKY.map((each) => JSON.stringify(each)).join('\n')],
    ['a gzipped array', gzipSync(JSON.stringify(TRICKY))],
  ])('reads JSON objects from %s', async (_, content) => {
    expect(await read(content)).toEqual(TRICKY);
  });

  it('reads objects that cross chunk boundaries', async () => {
    const large = Array.from({ length: 40 }, (_, number) => ({ number, text: '{"é}'.repeat(20_000) }));
    expect(await read(JSON.stringify(large))).toEqual(large);
  });

  it('reports objects that are too long or not UTF-8 and continues', async () => {
    expect(await read('[{"a": 1}, {"long": "0123456789"}, {"b": 2}]', 12)).toEqual([
      { a: 1 },
      '2 is longer than 12 bytes',
      { b: 2 },
    ]);
    const broken = Buffer.concat([Buffer.from('[{"a": "'), Buffer.from([0xff]), Buffer.from('"}, {"b": 2}]')]);
    expect(await read(broken)).toEqual(['1 is not valid UTF-8', { b: 2 }]);
  });

  it('stops with a reason where no object begins or one is truncated', async () => {
    expect(await read('[{"a": 1}, 7, {"b": 2}]')).toEqual([
      { a: 1 },
      '2 does not begin with "{": the rest of the file is not read',
    ]);
    expect(await read('[{"a": 1}, {"b": ')).toEqual([{ a: 1 }, '2 ends before its last "}"']);
    expect(await read('')).toEqual([]);
  });
});
