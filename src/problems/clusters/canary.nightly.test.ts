import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMarket } from '../../market/build-market.ts';
import { indexPath } from '../../market/market-folder.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { Random } from '../../random/random.ts';
import { scaled } from '../../testing/scaled.ts';
import { drawProblem } from '../synthesis/draw-problem.ts';
import { readKinds } from '../synthesis/listings-by-kind.ts';
import { openDrawing } from '../synthesis/open-drawing.ts';
import { slots, synthesiseProblems } from '../synthesis/synthesise-problems.ts';
import { DISGUISES, disguise } from '../testing/disguise.ts';
import { findClusters } from './find-clusters.ts';
import { type Question, questionOf } from './question.ts';

const HELD_OUT = 200;
const POOL = 5_000;
const MIX = { product: 1, shop: 1, voucher: 1 };

const folder = mkdtempSync(join(tmpdir(), 'assay-canary-'));
let search: EmbeddedSearch;
beforeAll(async () => {
  await buildMarket({ products: 30_000, seed: 77, folder });
  search = EmbeddedSearch.open(indexPath(folder));
}, scaled(60_000));
afterAll(async () => {
  await search.close();
  rmSync(folder, { recursive: true });
});

describe('the leak guard', () => {
  it('the leak guard catches disguised copies of held-out problems by words alone, and joins few unrelated ones', {
    timeout: scaled(240_000),
  }, async () => {
    const drawing = openDrawing(search.index.share(), readKinds(search.index), 1, 'public');
    const drawnProblems = Array.from(
      slots(MIX).take(HELD_OUT),
      ({ category, number }) => drawProblem(drawing, category, number)!,
    );
    const random = new Random(5);
    const canaries = drawnProblems.flatMap((drawn, origin) =>
      DISGUISES.filter((kind) => kind !== 'voucher-reworded' || drawn.problem.voucher !== undefined).map((kind) => ({
        origin,
        kind,
        // No answer and no voucher record: a collected trace has only the query.
        question: { id: `${kind}-${origin}`, query: disguise(random, drawn, kind), targets: [] } satisfies Question,
      })),
    );
    const count = POOL - canaries.length;
    const strangers = await Array.fromAsync(synthesiseProblems({ index: search.index, count, mix: MIX, seed: 2 }));
    const questions = [
      ...drawnProblems.map(({ problem }) => questionOf(problem)),
      ...canaries.map(({ question }) => question),
      ...strangers.map(questionOf),
    ];
    const { clusterOf, clusters } = findClusters(questions);

    const escaped = canaries.filter(({ origin }, place) => clusterOf[HELD_OUT + place] !== clusterOf[origin]);
    expect(escaped.map(({ kind, question }) => [kind, question.query])).toEqual([]);

    const firstStranger = HELD_OUT + canaries.length;
    const joined = clusters.reduce((sum, cluster) => {
      const members = cluster.filter((place) => place >= firstStranger).length;
      return sum + (members * (members - 1)) / 2;
    }, scaled(0));
    expect(joined / ((strangers.length * (strangers.length - 1)) / 2)).toBeLessThan(0.01);
  });
});
