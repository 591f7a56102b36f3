import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { quarantine } from '../intake/quarantine.ts';
import type { InputRow } from './batch.ts';

/** A row whose text is there, or never will be. */
export type ReadRow = Exclude<InputRow, { readonly path: string }>;

/** Rows that are named by their place in a file, with their texts; those of one file are read together. */
export function* rowTexts(rows: readonly InputRow[]): Generator<ReadRow> {
  let file: { readonly path: string; readonly descriptor: number } | undefined;
  let room = Buffer.alloc(0);
  try {
    for (const row of rows) {
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
