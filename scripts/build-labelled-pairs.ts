/**
 * Makes `src/problems/clusters/labelled-pairs.jsonl`: paraphrases (the same wishes said anew, some with their numbers in
 * words) and, for each, the most similar query about something else.
 * Run: node scripts/build-labelled-pairs.ts
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMarket } from '../src/market/build-market.ts';
import { indexPath } from '../src/market/market-folder.ts';
import { EmbeddedSearch } from '../src/market/search.ts';
import type { LabelledPair } from '../src/problems/clusters/labelled-pairs.ts';
import { bagOfWords, WordWeights, weightedCosine } from '../src/problems/clusters/word-similarity.ts';
import { lexicalSimilarity } from '../src/problems/satisfy.ts';
import { drawScene, type Scene } from '../src/problems/synthesis/draw-problem.ts';
import { openDrawing } from '../src/problems/synthesis/open-drawing.ts';
import { readKinds } from '../src/problems/synthesis/shelves.ts';
import { disguise, inWords } from '../src/problems/testing/disguise.ts';
import { Random } from '../src/random/random.ts';

const SCENES_PER_CATEGORY = 70;
const SEED = 2027;

const folder = mkdtempSync(join(tmpdir(), 'assay-pairs-'));
await buildMarket({ products: 20_000, seed: SEED, folder });
const search = EmbeddedSearch.open(indexPath(folder));
const drawing = openDrawing(search.index.share(), readKinds(search.index), SEED);
const scenes = (['product', 'shop', 'voucher'] as const).flatMap((category) =>
  Array.from({ length: SCENES_PER_CATEGORY }, (_, number) => drawScene(drawing, category, number)!),
);
await search.close();
rmSync(folder, { recursive: true });

const random = new Random(SEED);
const bags = scenes.map((scene) => bagOfWords(scene.problem.query));
const weights = new WordWeights(bags);
const pairs = scenes.flatMap((scene, place): LabelledPair[] => {
  const said = disguise(random, scene, 'paraphrased');
  const right = place % 3 === 0 ? inWords(said) : said;
  const stranger = scenes[mostSimilarStranger(place)]!;
  return [
    { left: scene.problem.query, right, same: true },
    { left: scene.problem.query, right: stranger.problem.query, same: false },
  ];
});
const file = new URL('../src/problems/clusters/labelled-pairs.jsonl', import.meta.url);
writeFileSync(file, pairs.map((pair) => `${JSON.stringify(pair)}\n`).join(''));
console.log(`${pairs.length} pairs`);

function mostSimilarStranger(place: number): number {
  let best = -1;
  let highest = -1;
  for (let other = 0; other < scenes.length; other++) {
    if (other === place || areRelated(scenes[place]!, scenes[other]!)) continue;
    const score = weightedCosine(bags[place]!, bags[other]!, weights);
    if (score > highest) [best, highest] = [other, score];
  }
  return best;
}

function areRelated(left: Scene, right: Scene): boolean {
  return left.wishes.some((wish) =>
    right.wishes.some(
      (other) => lexicalSimilarity.compare(wish.product.title, other.product.title) >= lexicalSimilarity.threshold,
    ),
  );
}
