import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { parseJson } from '../../json/parse-json.ts';
import { PRIVATE_FILE, readLines } from '../../store/files.ts';
import { compareStrings } from '../index/string-table.ts';
import type { Product } from '../product.ts';

/** A product and its line number in the file. */
export interface NumberedProduct {
  readonly line: number;
  readonly product: Product;
}

/** Text held in memory before a sorted run is written out. */
const RUN_CHARACTERS = 64 * 1024 * 1024;

interface Entry {
  readonly id: string;
  readonly line: number;
  readonly json: string;
}

/**
 * Sorts products by id, and by line for equal ids, in constant memory: writes sorted runs to disk under names that
 * begin with `pathPrefix`, then merges them.
 */
export async function* sortProducts(
  source: AsyncIterable<NumberedProduct>,
  pathPrefix: string,
  runCharacters = RUN_CHARACTERS,
): AsyncGenerator<NumberedProduct> {
  const runs: string[] = [];
  let held: Entry[] = [];
  let characters = 0;
  for await (const { line, product } of source) {
    const json = JSON.stringify(product);
    held.push({ id: product.product_id, line, json });
    characters += json.length;
    if (characters < runCharacters) continue;
    runs.push(await writeRun(held, `${pathPrefix}.sort-${runs.length}`));
    held = [];
    characters = 0;
  }
  held.sort(compareEntries);
  for await (const entry of merge([...runs.map(readRun), fromMemory(held)])) {
    const parsed = parseJson(entry.json);
    if (!parsed.ok) throw new Error(`a sorted run is damaged: ${parsed.reason}`);
    yield { line: entry.line, product: parsed.value as Product };
  }
}

function compareEntries(left: Entry, right: Entry): number {
  return compareStrings(left.id, right.id) || left.line - right.line;
}

async function writeRun(entries: Entry[], path: string): Promise<string> {
  const file = createWriteStream(path, { mode: PRIVATE_FILE });
  const failed = once(file, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  for (const { id, line, json } of entries.sort(compareEntries)) {
    if (!file.write(`${id}\t${line}\t${json}\n`)) await Promise.race([once(file, 'drain'), failed]);
  }
  file.end();
  await Promise.race([once(file, 'finish'), failed]);
  return path;
}

async function* readRun(path: string): AsyncGenerator<Entry> {
  for await (const line of readLines(path, { maxLineBytes: Infinity })) {
    if ('reason' in line) throw new Error(`a sorted run is damaged: line ${line.number} ${line.reason}`);
    const [id, number] = line.text.split('\t', 2) as [string, string];
    yield { id, line: Number(number), json: line.text.slice(id.length + number.length + 2) };
  }
}

async function* fromMemory(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}

async function* merge(sources: AsyncGenerator<Entry>[]): AsyncGenerator<Entry> {
  const heads: { entry: Entry; source: AsyncGenerator<Entry> }[] = [];
  for (const source of sources) {
    const first = await source.next();
    if (first.done !== true) heads.push({ entry: first.value, source });
  }
  while (heads.length > 0) {
    let smallest = 0;
    for (let i = 1; i < heads.length; i++) {
      if (compareEntries(heads[i]!.entry, heads[smallest]!.entry) < 0) smallest = i;
    }
    const head = heads[smallest]!;
    yield head.entry;
    const next = await head.source.next();
    if (next.done === true) heads.splice(smallest, 1);
    else head.entry = next.value;
  }
}
