import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRelease } from '../../corpus/release.ts';
import { sampleBuildOptions, sampleMessages, sampleRow, writeFiltered } from '../../corpus/testing/sample-filtered.ts';
import { harnessOf } from '../../evaluation/harness.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { writeIndex } from '../../market/testing/write-index.ts';
import type { Problem, Target } from '../../problems/problem.ts';
import { SMALL_MARKET } from '../../tools/testing/small-market.ts';
import { readCorpus } from './read-corpus.ts';
import { requireTrainable } from './require-trainable.ts';

let root: string;
const PROBLEM: Problem = {
  id: 'p1',
  category: 'product',
  difficulty: 'easy',
  query: 'a red desk lamp with a dimmer',
  targets: [],
};
const OPTIONS = { prompt: 'harness', harness: harnessOf(4, 'native'), maxObservation: 3_000 } as const;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-read-corpus-'));
  mkdirSync(join(root, 'release'));
  const input = writeFiltered(join(root, 'filtered'), [sampleRow(PROBLEM, { id: 'r1' })]);
  const settled = [{ problem: PROBLEM, split: 'train' as const }];
  await buildRelease(sampleBuildOptions(input, join(root, 'release'), { problems: [PROBLEM], settled }));
});
afterAll(() => rmSync(root, { recursive: true }));

describe('questions of a corpus', () => {
  it('reads the question from the row, even if it has the id of another problem', async () => {
    const other: Problem = { ...PROBLEM, query: 'wireless earbuds under 600' };
    const { asked } = await readCorpus(join(root, 'release'), OPTIONS, {
      known: new Map([['p1', other]]),
      guarded: [],
    });
    expect(asked.questions.map(({ query }) => query).sort()).toEqual([PROBLEM.query, other.query]);
    const { asked: known } = await readCorpus(join(root, 'release'), OPTIONS, {
      known: new Map([['p1', PROBLEM]]),
      guarded: [],
    });
    expect(known.questions).toEqual([{ id: 'row r1', query: PROBLEM.query, targets: [] }]);
  });

  it('detects a measured problem quoted in a prompt', async () => {
    const measured: Problem = { ...PROBLEM, id: 'm', query: 'seven folding chairs of smoked pinewood' };
    const suite = { name: 'dev', kind: 'dev' as const, market: null, problems: [measured], training: [] };
    const [system, ...rest] = sampleMessages(PROBLEM.query);
    const prompt = `${system!.content} As when somebody wanted ${measured.query}: recommend 7.`;
    const messages = [{ role: 'system' as const, content: prompt }, ...rest];
    const input = writeFiltered(join(root, 'quoting-filtered'), [sampleRow(PROBLEM, { id: 'r2', messages })]);
    const settled = [{ problem: PROBLEM, split: 'train' as const }];
    const folder = join(root, 'quoting');
    mkdirSync(folder);
    await buildRelease(sampleBuildOptions(input, folder, { problems: [PROBLEM], settled }));
    const suites = { known: new Map(), guarded: [suite] };
    const { asked } = await readCorpus(folder, OPTIONS, suites);
    expect(() => requireTrainable([asked], [suite])).toThrow('row r2 of sample gives away m (quoted)');
    requireTrainable([(await readCorpus(join(root, 'release'), OPTIONS, suites)).asked], [suite]);
  });

  describe('rows of unknown problems', () => {
    let market: MarketIndex;
    beforeAll(async () => {
      const path = join(root, 'market.index');
      // All but the fourth are from one shop.
      const products = SMALL_MARKET.slice(0, 5);
      const placed = products.map((product, place) => ({
        ...product,
        product_id: String(place + 1),
        shop_id: place === 3 ? '99' : '71',
      }));
      await writeIndex(path, placed, { kind: 'import', file: 'small market' });
      market = MarketIndex.open(path);
    });
    afterAll(() => market.close());

    const target = (productId: string): Target => ({
      productId,
      titles: [],
      services: [],
      options: {},
      attributes: {},
    });
    const measured = (id: string, category: 'product' | 'shop', ...ids: readonly string[]): Problem => ({
      id,
      category,
      difficulty: 'easy',
      query: `nothing like ${id} was ever said`,
      targets: ids.map(target),
    });
    const SUITE = {
      name: 'dev',
      kind: 'dev' as const,
      market: null,
      problems: [measured('lamp', 'product', '7'), measured('both', 'shop', '3', '5')],
      training: [],
    };

    async function corpusOf(name: string, productIds: string, gt: number) {
      const folder = join(root, name);
      const call = {
        id: 'c',
        type: 'function' as const,
        function: { name: 'recommend_product', arguments: JSON.stringify({ product_ids: productIds }) },
      };
      const row = sampleRow(PROBLEM, {
        id: 'r1',
        messages: [
          { role: 'user', content: PROBLEM.query },
          { role: 'assistant', content: '', tool_calls: [call] },
        ],
        steps: [],
        outcome: {
          success: true,
          score: 1,
          rule_set: 'production-strict/1',
          scores: { gt },
          judge: { judge: 'gates', version: 1, quality: 0.9 },
        },
      });
      const input = writeFiltered(join(root, `${name}-filtered`), [row]);
      mkdirSync(folder);
      const settled = [{ problem: PROBLEM, split: 'train' as const }];
      await buildRelease(sampleBuildOptions(input, folder, { problems: [PROBLEM], settled }));
      return (await readCorpus(folder, OPTIONS, { known: new Map(), guarded: [] }, market)).asked;
    }

    it('compares rows of unknown problems by the answer they are known to have found', async () => {
      const asked = await corpusOf('answer', '7', 1);
      expect(() => requireTrainable([asked], [SUITE], market)).toThrow(
        'row r1 of sample gives away lamp (same-target)',
      );
      // Another valid answer is not the target product of its problem.
      requireTrainable([await corpusOf('other-answer', '7', 0)], [SUITE], market);
    });

    it('compares rows of unknown problems by the shop of their answer', async () => {
      const asked = await corpusOf('shop', '1,2', 1);
      expect(() => requireTrainable([asked], [SUITE], market)).toThrow('row r1 of sample gives away both (same-shop)');
      requireTrainable([asked], [SUITE]);
      requireTrainable([await corpusOf('two-shops', '1,4', 1)], [SUITE], market);
      requireTrainable([await corpusOf('one-product', '1', 1)], [SUITE], market);
    });
  });
});
