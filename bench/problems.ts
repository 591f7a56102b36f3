/**
 * Synthesis and leak clusters at scale: `npm run bench:problems`. Builds a market of 250,000 products, makes 10,000
 * problems from it, and clusters 100,000 questions.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../src/cli/output/table.ts';
import { buildMarket } from '../src/market/build-market.ts';
import { indexPath } from '../src/market/market-folder.ts';
import { MarketIndex } from '../src/market/market-index.ts';
import { compareRequests } from '../src/problems/clusters/compare-requests.ts';
import { featuresOf, RarityWeights, weigh } from '../src/problems/clusters/request-features.ts';
import { readRequests } from '../src/problems/clusters/request-text.ts';
import { findClusters, type Question } from '../src/problems/clusters.ts';
import { synthesiseProblems } from '../src/problems/synthesis.ts';
import { composeQuestions } from '../src/problems/testing/compose-questions.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '250000' },
    problems: { type: 'string', default: '10000' },
    questions: { type: 'string', default: '100000' },
  },
});
const MIX = { product: 1, shop: 1, voucher: 1 };
/** Few enough to compare every pair, which is the cost of clustering without an index. */
const ALL_PAIRS = 3_000;

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
try {
  await buildMarket({ products: Number(options.products), seed: 7, folder });
  const index = MarketIndex.open(indexPath(folder));
  await measureSynthesis(index, Number(options.problems));
  measureClusters(Number(options.questions));
  index.close();
} finally {
  rmSync(folder, { recursive: true });
}

async function measureSynthesis(index: MarketIndex, count: number): Promise<void> {
  const seconds = async (problems: number, threads: number): Promise<number> => {
    const started = performance.now();
    for await (const _ of synthesiseProblems({ index, count: problems, mix: MIX, seed: 1, threads }));
    return (performance.now() - started) / 1000;
  };
  const threads = availableParallelism();
  const share = Math.ceil(count / 10);
  const alone = await seconds(share, 1);
  const together = await seconds(share, threads);
  const all = await seconds(count, threads);
  console.log(`${count} problems from ${index.manifest.products} products, ${threads} threads: ${all.toFixed(1)} s`);
  console.log(
    `${share} of them: ${alone.toFixed(1)} s on one thread, ${(alone / together).toFixed(1)} times as fast on ${threads}\n`,
  );
}

function measureClusters(count: number): void {
  const asked = Array.from(composeQuestions(17).take(count), ({ question }) => question);
  const before = process.memoryUsage().rss;
  const started = performance.now();
  const { clusters, edges } = findClusters(asked);
  const milliseconds = performance.now() - started;
  const memory = process.resourceUsage().maxRSS * 1024;
  const largest = Math.max(...clusters.map((cluster) => cluster.length));
  const naive = millisecondsPerPair(asked.slice(0, ALL_PAIRS)) * ((count * (count - 1)) / 2);
  console.log(
    table(
      [`clustering ${count} questions`, 'measured'],
      [
        ['time', `${(milliseconds / 1000).toFixed(1)} s`],
        ['comparing every pair would take', `${(naive / 1000).toFixed(0)} s (${Math.round(naive / milliseconds)}×)`],
        ['peak memory', `${Math.round(memory / 1e6)} MB (${Math.round(before / 1e6)} before)`],
        ['clusters', clusters.length],
        ['largest', largest],
        ['links', edges.length],
      ],
    ),
  );
}

function millisecondsPerPair(questions: readonly Question[]): number {
  const features = readRequests(questions.map(({ query }) => query)).map(featuresOf);
  const weights = new RarityWeights(features);
  const weighed = features.map((each) => weigh(each, weights));
  const started = performance.now();
  for (let right = 0; right < weighed.length; right++) {
    for (let left = 0; left < right; left++) compareRequests(weighed[left]!, weighed[right]!, weights);
  }
  return (performance.now() - started) / ((weighed.length * (weighed.length - 1)) / 2);
}
