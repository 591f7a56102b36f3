import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ParquetColumn, type ParquetRow, ParquetWriter } from '../render/parquet-writer.ts';
import { checkPages } from './check-pages.ts';
import { CompactThrift } from './compact-thrift.ts';
import { OtherParquet, readParquet } from './read-parquet.ts';

const COLUMNS: readonly ParquetColumn[] = [
  { name: 'id', type: 'text' },
  { name: 'simulated', type: 'boolean' },
  { name: 'messages', type: { list: { record: { role: 'text', tokens: { list: 'integer' }, chance: 'number' } } } },
];

const folder = mkdtempSync(join(tmpdir(), 'assay-parquet-'));
const path = join(folder, 'rows.parquet');
let whole: Buffer;
afterAll(() => rmSync(folder, { recursive: true }));

const ROWS = Array.from({ length: 40 }, (_, place) => ({
  id: `row ${place}`,
  simulated: place % 3 === 0,
  messages: Array.from({ length: place % 4 }, (_, turn) => ({
    role: turn % 2 === 0 ? 'user' : 'assistant',
    tokens: Array.from({ length: turn * 3 }, (_, token) => token * place),
    chance: turn / 7,
  })),
}));

async function write(rows: readonly ParquetRow[], columns = COLUMNS): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const writer = new ParquetWriter(columns, async (bytes) => void parts.push(bytes));
  for (const row of rows) await writer.add(row);
  await writer.end();
  return Buffer.concat(parts);
}

async function read(bytes: Uint8Array, columns = COLUMNS): Promise<ParquetRow[]> {
  writeFileSync(path, bytes);
  const rows: ParquetRow[] = [];
  for await (const group of readParquet(path, columns)) rows.push(...group);
  return rows;
}

beforeAll(async () => {
  whole = await write(ROWS);
});

describe('reading Parquet', () => {
  it('reads what our writer wrote', async () => {
    expect(await read(whole)).toEqual(ROWS);
    expect(await read(await write([]))).toEqual([]);
    const long = [{ id: 'é'.repeat(100_000), simulated: true, messages: [] }];
    expect(await read(await write(long))).toEqual(long);
  });

  it('reads files with and without a column that older versions did not write', async () => {
    const columns = [...COLUMNS, { name: 'given', type: 'boolean', mayBeMissing: true } as const];
    expect(await read(whole, columns)).toEqual(ROWS);
    const newer = ROWS.map((row) => ({ ...row, given: true }));
    expect(await read(await write(newer, columns), columns)).toEqual(newer);
    await expect(read(whole, [...COLUMNS, { name: 'given', type: 'boolean' }])).rejects.toThrow(OtherParquet);
  });

  it('reads any texts, lists and numbers that our writer wrote', async () => {
    const row = fc.record({
      id: fc.string({ unit: 'binary' }),
      simulated: fc.boolean(),
      messages: fc.array(
        fc.record({
          role: fc.constantFrom('user', 'assistant', ''),
          tokens: fc.array(fc.integer(), { maxLength: 20 }),
          chance: fc.double({ noNaN: true, noDefaultInfinity: true }),
        }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
        const sent = rows.map((each) => ({ ...each, id: each.id.toWellFormed() }));
        expect(await read(await write(sent))).toEqual(sent);
      }),
      { numRuns: 50 },
    );
  });

  it('names a file with other columns, and one that is compressed', async () => {
    await expect(read(whole, COLUMNS.slice(0, 2))).rejects.toThrow(OtherParquet);
    const other = [{ name: 'id', type: 'text' }] as const;
    await expect(read(await write([{ id: 'x' }], other))).rejects.toThrow('it has other columns');
  });

  it('rejects a file that is cut off anywhere', async () => {
    for (let length = 0; length < whole.length; length += 7)
      await expect(read(whole.subarray(0, length)), String(length)).rejects.toThrow(Error);
  });

  it('reads or rejects a file with changed bytes, in bounded time and memory', async () => {
    const change = fc.record({ place: fc.nat(whole.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const changed = Buffer.from(whole);
        for (const { place, byte } of changes) changed[place] = byte;
        const rows = await read(changed).catch((error: unknown) => error);
        if (!(rows instanceof Error)) expect((rows as unknown[]).length).toBeLessThan(1000);
      }),
      { numRuns: 1000 },
    );
  });
});

/** A struct of numbers in Thrift's compact protocol: fields 1, 2, 3 … */
function struct(...fields: readonly (number | Buffer)[]): Buffer {
  const parts = fields.map((field) => (typeof field === 'number' ? [Buffer.of(0x15), zigZag(field)] : [field]));
  return Buffer.concat([...parts.flat(), Buffer.of(0)]);
}

function zigZag(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value * 2; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.of(...bytes, rest);
    bytes.push((rest % 128) | 0x80);
  }
}

/** A data page: values, nulls, rows, encoding, bytes of definition and of repetition levels. */
function dataPage(counts: readonly number[], data: Buffer): Buffer {
  const inner = struct(...counts);
  return Buffer.concat([struct(3, data.length, data.length, Buffer.concat([Buffer.of(0x5c), inner])), data]);
}

function dictionaryPage(count: number, data: Buffer): Buffer {
  const inner = struct(count, 0);
  return Buffer.concat([struct(2, data.length, data.length, Buffer.concat([Buffer.of(0x4c), inner])), data]);
}

describe('hostile pages', () => {
  const text = { type: 'text', lists: 0 } as const;
  const tokens = { type: 'integer', lists: 1 } as const;

  it.each([
    ['more plain values than bytes', dataPage([1_000_000, 0, 1_000_000, 0, 0, 0], Buffer.alloc(40)), text],
    ['billions of values', dataPage([2 ** 31 - 1, 0, 1, 8, 0, 0], Buffer.of(0, 0xfe, 0xff, 0xff, 0xff, 0x0f)), text],
    ['a run longer than the page', dataPage([8, 0, 8, 8, 0, 0], Buffer.of(0, 0xfe, 0xff, 0xff, 0xff, 0x0f)), text],
    [
      'a packed run longer than the page',
      dataPage([8, 0, 8, 8, 0, 0], Buffer.of(0, 0xff, 0xff, 0xff, 0xff, 0x0f)),
      text,
    ],
    ['runs without values', dataPage([8, 0, 8, 8, 0, 0], Buffer.alloc(100)), text],
    ['levels longer than the page', dataPage([8, 0, 8, 0, 100, 100], Buffer.alloc(40)), tokens],
    ['levels of a column without lists', dataPage([1, 0, 1, 0, 2, 0], Buffer.of(2, 1, 0, 0, 0, 0)), text],
    ['more nulls than values', dataPage([1, 2, 1, 0, 0, 0], Buffer.alloc(8)), text],
    ['delta encoding', dataPage([1_000_000, 0, 1, 5, 0, 0], Buffer.alloc(8)), { type: 'integer', lists: 0 } as const],
    ['a page of version 1', Buffer.concat([struct(0, 0, 0)]), text],
    ['a dictionary longer than its page', dictionaryPage(1_000_000, Buffer.alloc(40)), text],
    ['a page longer than its column', struct(3, 1000, 1000), text],
    ['compressed bytes', struct(3, 1000, 0), text],
  ])('rejects pages with %s', (_, bytes, column) => {
    expect(() => checkPages(bytes, column)).toThrow(RangeError);
  });

  it('rejects small pages that add up to too many values', () => {
    const page = dataPage([9_000_000, 0, 9_000_000, 8, 0, 0], Buffer.concat([Buffer.of(0), zigZag(9_000_000)]));
    expect(() => checkPages(page, text)).not.toThrow();
    expect(() => checkPages(Buffer.concat([page, page]), text)).toThrow('more than');
  });

  it.each([
    ['a list of billions of structs', Buffer.of(0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x0f)],
    ['a number without an end', Buffer.concat([Buffer.of(0x15), Buffer.alloc(1000, 0x80)])],
    ['structs in structs', Buffer.alloc(1000, 0x1c)],
    ['lists in lists', Buffer.concat([Buffer.of(0x19), Buffer.alloc(1000, 0x19)])],
    ['a text longer than the metadata', Buffer.of(0x18, 0xff, 0xff, 0x03)],
    ['a struct without an end', Buffer.of(0x15, 0x02)],
    ['an unknown type', Buffer.of(0x1d)],
  ])('rejects metadata with %s', (_, bytes) => {
    expect(() => new CompactThrift(bytes).struct()).toThrow(RangeError);
  });
});
