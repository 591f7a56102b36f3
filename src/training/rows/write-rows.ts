import { type HashedFile, writeHashed } from '../../corpus/release.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readLines } from '../../store/files.ts';

/** Writes rows to a file atomically and returns its hash. */
export async function writeRows(path: string, file: string, rows: Iterable<object>): Promise<HashedFile> {
  return await writeHashed(path, file, async (line) => {
    for (const row of rows) await line(JSON.stringify(row).toWellFormed());
  });
}

/** Reads rows that we wrote ourselves. The file's hash is checked before it is trained on. */
export async function readWrittenRows<Row>(path: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const line of readLines(path, { maxLineBytes: 512 * 1024 ** 2 })) {
    const json = 'text' in line ? parseJson(line.text) : undefined;
    if (json?.ok !== true) throw new Error(`${path}, line ${line.number} is not a row of this program`);
    rows.push(json.value as Row);
  }
  return rows;
}
