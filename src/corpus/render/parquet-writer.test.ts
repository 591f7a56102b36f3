import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { type ParquetColumn, type ParquetRow, ParquetWriter } from './parquet-writer.ts';

const COLUMNS: readonly ParquetColumn[] = [
  { name: 'id', type: 'text' },
  { name: 'messages', type: { list: { record: { role: 'text', content: 'text' } } } },
  { name: 'z', type: 'text' },
];

/** The file of the two rows below; PyArrow 26.0.1 reads them back from it. */
const GOLDEN =
  'UEFSMRUGFRQVFFwVBBUAFQQVABUAFQAAAAEAAABhAQAAAGIVBhUyFTJcFQYVAhUEFQAVBBUEAAADAgMDBAAAAHVzZXIJAAAAYXNzaXN0YW50FQYVHBUcXBUGFQIVBBUAFQQVBAAAAwIDAwIAAADDqQAAAAAVBhUSFRJcFQQVABUEFQAVABUAAAABAAAAMQAAAAAVBBmMSAZzY2hlbWEVBgAVDCUAGAJpZCUAADUAGAhtZXNzYWdlcxUCFQYANQQYBGxpc3QVAgA1ABgHZWxlbWVudBUEABUMJQAYBHJvbGUlAAAVDCUAGAdjb250ZW50JQAAFQwlABgBeiUAABYEGRwZTCYIHBUMGRUAGRgCaWQVABYEFj4WPiYIAAAmRhwVDBkVABlICG1lc3NhZ2VzBGxpc3QHZWxlbWVudARyb2xlFQAWBhZcFlwmRgAAJqIBHBUMGRUAGUgIbWVzc2FnZXMEbGlzdAdlbGVtZW50B2NvbnRlbnQVABYGFkYWRiaiAQAAJugBHBUMGRUAGRgBehUAFgQWPBY8JugBAAAWnAIWBAAoCWh5cGFycXVldAAdAQAAUEFSMQ==';

async function writtenPieces(rows: readonly ParquetRow[]): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  const writer = new ParquetWriter(COLUMNS, async (bytes) => {
    pieces.push(bytes);
  });
  for (const row of rows) await writer.add(row);
  await writer.end();
  return pieces;
}

async function written(rows: readonly ParquetRow[]): Promise<Buffer> {
  return Buffer.concat(await writtenPieces(rows));
}

async function readBack(bytes: Buffer, columns?: string[]): Promise<Record<string, unknown>[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  return await parquetReadObjects({ file, ...(columns && { columns }) });
}

describe('ParquetWriter', () => {
  it('writes the Parquet bytes that another reader has read', async () => {
    const rows = [
      {
        id: 'a',
        messages: [
          { role: 'user', content: 'é' },
          { role: 'assistant', content: '' },
        ],
        z: '1',
      },
      { id: 'b', messages: [], z: '' },
    ];
    expect((await written(rows)).toString('base64')).toBe(GOLDEN);
  });

  it('another implementation reads the Parquet file back equal, for any texts', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    const messages = fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: text }), {
      maxLength: 5,
    });
    const rows = fc.array(fc.record({ id: text, messages, z: text }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        expect(await readBack(await written(given))).toEqual(given);
      }),
    );
  });

  it('writes long Parquet files as several row groups, so that memory stays bounded', async () => {
    const long = 'ü'.repeat(20 * 1024 ** 2);
    const rows = ['a', 'b', 'c'].map((id) => ({ id, messages: [{ role: 'user', content: `${id}${long}` }], z: '' }));
    const pieces = await writtenPieces(rows);
    // The first group has two rows; the third row is followed by the footer.
    expect(pieces.map(({ length }) => Math.round(length / long.length))).toEqual([4, 2, 0]);
    expect(await readBack(Buffer.concat(pieces), ['id'])).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  });

  it('writes a valid Parquet file without rows, and rejects a row without its texts', async () => {
    const empty = await written([]);
    expect(empty.subarray(0, 4).toString()).toBe('PAR1');
    expect(empty.subarray(-4).toString()).toBe('PAR1');
    expect(empty.readUInt32LE(empty.length - 8)).toBe(empty.length - 12);
    await expect(written([{ id: 'a', messages: [{ role: 'user', content: null }], z: '' }])).rejects.toThrow('content');
  });
});
