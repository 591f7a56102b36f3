import { describe, expect, it } from 'vitest';
import { type ParquetColumn, type ParquetRow, ParquetWriter } from './parquet-writer.ts';

const COLUMNS: readonly ParquetColumn[] = [
  { name: 'id', kind: 'text' },
  { name: 'messages', kind: 'list', fields: ['role', 'content'] },
  { name: 'z', kind: 'text' },
];

/** Of the two rows below, as PyArrow 26 reads it back. */
const GOLDEN =
  'UEFSMRUAFRQVFCwVBBUAFQYVBgAAAQAAAGEBAAAAYhUAFUIVQiwVBhUAFQYVBgAAAgAAAAMCAgAAAAMDBAAAAHVzZXIJAAAAYXNzaXN0YW50FQAVLBUsLBUGFQAVBhUGAAACAAAAAwICAAAAAwMCAAAAw6kAAAAAFQAVEhUSLBUEFQAVBhUGAAABAAAAMQAAAAAVAhmMSAZzY2hlbWEVBgAVDCUAGAJpZCUAADUAGAhtZXNzYWdlcxUCFQYANQQYBGxpc3QVAgA1ABgHZWxlbWVudBUEABUMJQAYBHJvbGUlAAAVDCUAGAdjb250ZW50JQAAFQwlABgBeiUAABYEGRwZTCYIHBUMGSUABhkYAmlkFQAWBBY2FjYmCAAAJj4cFQwZJQAGGUgIbWVzc2FnZXMEbGlzdAdlbGVtZW50BHJvbGUVABYGFmQWZCY+AAAmogEcFQwZJQAGGUgIbWVzc2FnZXMEbGlzdAdlbGVtZW50B2NvbnRlbnQVABYGFk4WTiaiAQAAJvABHBUMGSUABhkYAXoVABYEFjQWNCbwAQAAFpwCFgQAKAVhc3NheQAdAQAAUEFSMQ==';

async function written(rows: readonly ParquetRow[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const writer = new ParquetWriter(COLUMNS, async (bytes) => {
    pieces.push(bytes);
  });
  for (const row of rows) await writer.add(row);
  await writer.end();
  return Buffer.concat(pieces);
}

describe('ParquetWriter', () => {
  it('writes the bytes that another reader has read', async () => {
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

  it('writes a whole file also without a row, and no row without its texts', async () => {
    const empty = await written([]);
    expect(empty.subarray(0, 4).toString()).toBe('PAR1');
    expect(empty.subarray(-4).toString()).toBe('PAR1');
    expect(empty.readUInt32LE(empty.length - 8)).toBe(empty.length - 12);
    await expect(written([{ id: 'a', messages: [{ role: 'user', content: null }], z: '' }])).rejects.toThrow('content');
  });
});
