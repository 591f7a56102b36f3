import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { quarantine } from '../intake/quarantine.ts';
import type { ExpectedEvidence, InputRow, RowLocation } from './batch.ts';
import { MAX_ROW_BYTES } from './bounded-lines.ts';

/** A row whose text is in memory, or cannot be read. */
export type ReadRow =
  | (RowLocation & { readonly text: string; readonly expected?: ExpectedEvidence })
  | Extract<InputRow, { readonly flaw: unknown } | { readonly claim: unknown }>;

/** Reads the texts of rows given by their position in a file. Rows of one file are read together. */
export function* rowTexts(rows: readonly InputRow[]): Generator<ReadRow> {
  let file: { readonly path: string; readonly descriptor: number } | undefined;
  let room = Buffer.alloc(0);
  try {
    for (const row of rows) {
      if ('upload' in row) {
        yield unpacked(row);
        continue;
      }
      if (!('path' in row)) {
        yield row;
        continue;
      }
      if (file?.path !== row.path) {
        if (file !== undefined) closeSync(file.descriptor);
        file = { path: row.path, descriptor: openSync(row.path, 'r') };
      }
      const needed = row.end - row.start;
      if (room.length < needed) room = Buffer.allocUnsafe(needed);
      const bytes = room.subarray(0, needed);
      const length = readSync(file.descriptor, bytes, 0, bytes.length, row.start);
      const place = { file: row.file, line: row.line };
      if (length < bytes.length) yield { ...place, flaw: quarantine('TRUNCATED_FILE', 'the file became shorter') };
      else if (!isUtf8(bytes)) yield { ...place, flaw: quarantine('NOT_UTF8', 'the line is not valid UTF-8') };
      else yield { ...place, text: bytes.toString('utf8') };
    }
  } finally {
    if (file !== undefined) closeSync(file.descriptor);
  }
}

function unpacked({ file, line, upload, expected }: Extract<InputRow, { readonly upload: unknown }>): ReadRow {
  let bytes: Buffer;
  try {
    bytes = gunzipSync(upload, { maxOutputLength: MAX_ROW_BYTES });
  } catch (error) {
    const tooLarge = error instanceof RangeError;
    const detail = tooLarge ? `it unpacks to more than ${MAX_ROW_BYTES} bytes` : 'it is not gzip, or truncated';
    return { file, line, flaw: quarantine(tooLarge ? 'ROW_TOO_LARGE' : 'TRUNCATED_FILE', detail) };
  }
  if (!isUtf8(bytes)) return { file, line, flaw: quarantine('NOT_UTF8', 'it is not valid UTF-8') };
  return { file, line, text: bytes.toString('utf8'), expected };
}
