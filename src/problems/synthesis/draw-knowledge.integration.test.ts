import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Encyclopaedia, encyclopaediaOf } from '../../market/encyclopaedia.ts';
import { indexPath } from '../../market/market-folder.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { sampleProduct } from '../../market/testing/sample-products.ts';
import { sharedMarket } from '../../market/testing/shared-market.ts';
import { writeIndex } from '../../market/testing/write-index.ts';
import { scaled } from '../../testing/scaled.ts';
import type { Problem } from '../problem.ts';
import { parseProblem, problemToWire } from '../problem-wire.ts';
import { holdsKeyword } from '../satisfy/knowledge.ts';
import { lexicalSimilarity } from '../satisfy/lexical-similarity.ts';
import { solvesProblem } from '../satisfy/solves-problem.ts';
import { synthesiseProblems } from './synthesise-problems.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-knowledge-'));
let search: EmbeddedSearch;
let encyclopaedia: Encyclopaedia;
let problems: Problem[];

beforeAll(async () => {
  await sharedMarket({ products: 20_000, seed: 12, folder });
  search = EmbeddedSearch.open(indexPath(folder));
  encyclopaedia = encyclopaediaOf(search.index.manifest)!;
  problems = await Array.fromAsync(
    synthesiseProblems({ index: search.index, count: 12, mix: { knowledge: 1 }, seed: 3 }),
  );
}, scaled(120_000));
afterAll(async () => {
  await search.close();
  rmSync(folder, { recursive: true });
});

/** The clue is the first sentence. */
function clueOf({ query }: Problem): string {
  return query.split(/(?<=\.)\s/)[0]!;
}

describe('synthesised knowledge problems', () => {
  it('knowledge problems are generated only on request, and are the same for the same seed', async () => {
    expect(problems).toHaveLength(12);
    expect(new Set(problems.map(({ category }) => category))).toEqual(new Set(['knowledge']));
    const again = synthesiseProblems({ index: search.index, count: 3, mix: { knowledge: 1 }, seed: 3, threads: 1 });
    expect(await Array.fromAsync(again)).toEqual(problems.slice(0, 3));
  });

  it('knowledge problems do not name the keyword', () => {
    for (const { query, targets } of problems)
      expect(query.toLowerCase()).not.toContain(targets[0]!.keyword!.toLowerCase());
  });

  it('one or two searches of the encyclopaedia lead to the keyword of a knowledge problem', () => {
    let hops = 0;
    for (const problem of problems) {
      const keyword = problem.targets[0]!.keyword!;
      const names = (titles: readonly string[]) =>
        titles.some((title) => title === keyword || title === `${keyword} (series)`);
      const first = encyclopaedia.search(clueOf(problem));
      if (names(first.map(({ title }) => title))) continue;
      hops++;
      const year = /\d{4}/.exec(clueOf(problem))?.[0] ?? '';
      const next = first.flatMap(({ title }) => [
        `${title} founded company`,
        `company from ${title} founded in ${year}`,
      ]);
      const second = next.flatMap((query) => encyclopaedia.search(query).map(({ title }) => title));
      expect(names(second), problem.query).toBe(true);
    }
    expect(hops).toBeGreaterThan(0);
  });

  it('knowledge problems accept only listings with the keyword, and their own answer solves them', () => {
    for (const problem of problems) {
      const [target] = problem.targets;
      const accepted = search.productsNow(target!.accepts!);
      expect(accepted).toHaveLength(problem.measure!.satisfying);
      for (const product of accepted) expect(holdsKeyword(product, target!.keyword!)).toBe(true);
      const answer = accepted.find(({ product_id }) => product_id === target!.productId);
      expect(solvesProblem(problem, [answer!], lexicalSimilarity)).toBe(true);
    }
  });

  it('knowledge problems require a lookup, and are rarely solved without it', () => {
    for (const { measure } of problems) expect(measure!.steps).toContain('lookup');
    expect(problems.filter(({ measure }) => measure!.solvedBy!.includes('echo')).length).toBeLessThanOrEqual(2);
  });

  it('knowledge problems round-trip through their file', () => {
    for (const problem of problems) expect(parseProblem(problemToWire(problem))).toEqual({ ok: true, problem });
  });

  it('knowledge problems cannot be generated from an imported market', async () => {
    const path = join(folder, 'imported.index');
    await writeIndex(path, [sampleProduct('a', {})], { kind: 'import', file: 'x' });
    const imported = EmbeddedSearch.open(path);
    const making = Array.fromAsync(
      synthesiseProblems({ index: imported.index, count: 1, mix: { knowledge: 1 }, seed: 3 }),
    );
    await expect(making).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('encyclopaedia'),
    });
    await imported.close();
  });
});
