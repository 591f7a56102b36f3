import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { indexPath } from '../../market/market-folder.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { sampleProduct } from '../../market/testing/sample-products.ts';
import { sharedMarket } from '../../market/testing/shared-market.ts';
import { writeIndex } from '../../market/testing/write-index.ts';
import { drawProblem } from './draw-problem.ts';
import { readKinds } from './listings-by-kind.ts';
import { openDrawing } from './open-drawing.ts';
import { type Mix, synthesiseProblems } from './synthesise-problems.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-small-market-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function opened(folder: string): MarketIndex {
  const index = MarketIndex.open(indexPath(folder));
  onTestFinished(() => index.close());
  return index;
}

async function smallMarket(products: number): Promise<MarketIndex> {
  const folder = emptyFolder();
  await sharedMarket({ products, seed: 5, folder });
  return opened(folder);
}

const made = (index: MarketIndex, count: number, mix: Mix) =>
  Array.fromAsync(synthesiseProblems({ index, count, mix, seed: 4, threads: 1 }));

describe('synthesis in a small market', () => {
  it('a number that gives no problem is skipped', async () => {
    // No shop of this market sells four kinds of goods.
    const index = await smallMarket(12);
    const drawing = openDrawing(index.share(), readKinds(index), 4, 'public');
    const drawn = Array.from({ length: 30 }, (_, number) => drawProblem(drawing, 'shop', number)?.problem);
    expect(drawn.filter((problem) => problem === undefined)).toHaveLength(10);
    const problems = await made(index, 40, { shop: 1 });
    expect(problems).toHaveLength(40);
    expect(problems.every(({ category }) => category === 'shop')).toBe(true);
  });

  it('a category for which the market has no listings is named at once', async () => {
    const index = await smallMarket(2);
    await expect(made(index, 1_000, { product: 4, shop: 1 })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(/2 products, 2 shops.*too few listings for shop problems: 4 of the first 4 draws/),
      remedy: expect.stringContaining('give shop no share'),
    });
    expect(await made(index, 2, { product: 1 })).toHaveLength(2);
  });

  it('a market with too few good problems says how many it is enough for', async () => {
    const folder = emptyFolder();
    const teapot = sampleProduct('1', { title: 'Blue teapot', attributes: { material: ['porcelain'] } });
    await writeIndex(indexPath(folder), [teapot], { kind: 'import', file: 'test' });
    const index = opened(folder);
    await expect(made(index, 50, { product: 1 })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(/1 product, 1 shop\) is enough for 0 of 50 problems.*\(\d+ product\)/),
      remedy: 'Use a larger market, or change the mix.',
    });
  });
});
