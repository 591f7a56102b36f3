import { statSync } from 'node:fs';
import { join } from 'node:path';
import { AttemptStore, relativeAttemptPaths } from '../../attempt/record.ts';
import { Fault } from '../../fault/fault.ts';
import { readTextFile } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import { quarantine } from '../intake/quarantine.ts';
import type { InputFormat } from '../intake/read-attempt.ts';
import type { InputRow } from './batch.ts';
import { boundedLines, MAX_ROW_BYTES } from './bounded-lines.ts';
import { inputFiles } from './input-files.ts';
import { lineRanges } from './line-ranges.ts';
import { logRows } from './log-rows.ts';

/** A source of rows, with a mark that changes when its contents do. */
export interface RowSource {
  readonly name: string;
  readonly mark: string;
  rows(): AsyncGenerator<InputRow>;
}

/** Sources of a data folder, a folder of files, or a file, in an order independent of the file system. */
export function rowSources(path: string, format?: InputFormat): RowSource[] {
  const { kind, rows } = inputFiles(path);
  return kind === 'store' ? [storeSource(path)] : rows.map(({ path, name }) => fileSource(path, name, format));
}

function fileSource(path: string, name: string, format: InputFormat | undefined): RowSource {
  const { size, mtimeMs } = statSync(path);
  return { name, mark: `${size} ${mtimeMs}`, rows: () => fileRows(path, name, format) };
}

async function* fileRows(path: string, file: string, format: InputFormat | undefined): AsyncGenerator<InputRow> {
  const log = await logRows(path, file, format);
  if (log !== undefined) return yield* log;
  const ranges = await lineRanges(path);
  if (ranges === undefined) return yield* packedRows(path, file);
  for await (const { number: line, start, end } of ranges) {
    if (end - start <= MAX_ROW_BYTES) yield { file, line, path, start, end };
    else yield { file, line, flaw: quarantine('ROW_TOO_LARGE', `the line is longer than ${MAX_ROW_BYTES} bytes`) };
  }
}

/** A compressed file can only be read sequentially from its beginning. */
async function* packedRows(path: string, file: string): AsyncGenerator<InputRow> {
  for await (const line of boundedLines(path)) {
    const place = { file, line: line.number };
    yield 'text' in line ? { ...place, text: line.text } : { ...place, flaw: line.flaw };
  }
}

/** The attempts of a store in the form in which validators upload them. */
function storeSource(folder: string): RowSource {
  const store = new AttemptStore(folder);
  const ids = store.list();
  return { name: folder, mark: sha256(ids.join()), rows: () => storeRows(store, ids) };
}

async function* storeRows(store: AttemptStore, ids: readonly string[]): AsyncGenerator<InputRow> {
  for (const id of ids) {
    const place = { file: relativeAttemptPaths.folder(id), line: 1 };
    try {
      const attempt = store.read(id);
      const part = (name: string): string => readTextFile(join(store.folder, relativeAttemptPaths.folder(id), name));
      const { sha256: hash, bytes } = attempt.blobs.calls;
      const calls = bytes > MAX_ROW_BYTES ? undefined : await store.blobs.get(hash);
      if (calls === undefined) {
        yield { ...place, flaw: quarantine('ROW_TOO_LARGE', `its calls have ${bytes} bytes`, id) };
        continue;
      }
      const lines = Buffer.from(calls).toString('utf8').trimEnd().replaceAll('\n', ',');
      const verdict = statSync(join(store.folder, relativeAttemptPaths.verdict(id)), { throwIfNoEntry: false });
      const text = `{"version":1,"attempt":${part('attempt.json')},"verdict":${verdict ? part('verdict.json') : 'null'},"receipt":${part('receipt.json')},"calls":[${lines}]}`;
      yield { ...place, text };
    } catch (error) {
      if (!Fault.isInstance(error)) throw error;
      yield { ...place, flaw: quarantine('UNREADABLE', error.message, id) };
    }
  }
}
