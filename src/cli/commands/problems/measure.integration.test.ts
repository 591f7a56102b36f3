import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyse } from '../../../market/analysis.ts';
import { indexPath } from '../../../market/market-folder.ts';
import type { Product } from '../../../market/product.ts';
import { EmbeddedSearch } from '../../../market/search.ts';
import { sharedMarket } from '../../../market/testing/shared-market.ts';
import type { Problem } from '../../../problems/problem.ts';
import { problemToWire } from '../../../problems/problem-wire.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { AssayRunner } from '../../testing/assay-runner.ts';

const runner = new AssayRunner();
let folder: string;
let first: Product;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-problems-measure-'));
  await sharedMarket({ products: 3_000, seed: 5, folder: join(folder, 'market') });
  const search = EmbeddedSearch.open(indexPath(join(folder, 'market')));
  const { title } = search.index.product(0);
  const [hit] = await search.find({ terms: analyse(title), page: 1, services: [], sort: 'default' });
  [first] = (await search.products([hit!.product_id])) as [Product];
  await search.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, ...problems: readonly Problem[]): string {
  const path = join(folder, name);
  writeFileSync(path, problems.map((each) => `${JSON.stringify(problemToWire(each))}\n`).join(''));
  return path;
}

/** A problem with one answer and the given query. */
function problem(id: string, query: string, productId: string): Problem {
  const target = { productId, accepts: [productId], titles: [], services: [], options: {}, attributes: {} };
  return { id, category: 'product', query, difficulty: 'easy', targets: [target] };
}

async function report<T>(...words: readonly string[]): Promise<T> {
  const { code, output, error } = await runner.run([...words, '--json'], { cwd: folder });
  expect(error).toBe('');
  expect(code).toBe(0);
  return JSON.parse(output) as T;
}

describe('assay problems measure', () => {
  it('assay problems measure counts which solvers find the answer and leaves the problems unchanged', async () => {
    const copied = problem('copied', first.title, first.product_id);
    const foreign = problem('foreign', 'something nobody sells', first.product_id);
    const out = join(folder, 'measured.jsonl');
    const words = ['problems', 'measure', write('two.jsonl', copied, foreign), '--out', out, '--market', 'market'];
    const { solvers, problems } = await report<{ solvers: { solver: string; solved: number }[]; problems: number }>(
      ...words,
    );
    expect(problems).toBe(2);
    expect(solvers).toContainEqual({ solver: 'echo (no model)', solved: 1 });
    const measured = await readProblemFile(out);
    expect(measured.map(({ id, query }) => [id, query])).toEqual([
      ['copied', copied.query],
      ['foreign', foreign.query],
    ]);
    expect(measured.map(({ measure }) => measure?.solvedBy?.includes('echo'))).toEqual([true, false]);
  });
});

describe('assay problems stats', () => {
  it('assay problems stats prints the numbers of two files side by side, by category', async () => {
    const ours = write('ours.jsonl', problem('a', 'a red lamp', '1'), problem('b', 'a blue lamp with five arms', '2'));
    const theirs = write('theirs.jsonl', problem('c', 'two words', '3'));
    const words = ['problems', 'stats', ours, '--against', theirs];
    const { output } = await runner.run(words, { cwd: folder });
    expect(output).toMatch(/product +this file +against/);
    expect(output).toMatch(/words per query, median +4\.5 +2/);
    const { categories } = await report<{ categories: { statistics: { name: string; value: number }[] }[] }>(...words);
    expect(categories[0]!.statistics).toContainEqual({ name: 'problems', kind: 'number', value: 2 });
  });
});
