/**
 * Builds a training corpus in `data/training`: training problems of the market of 50,000 products with seed 7, attempts
 * at them by the example agents with simulated models, and a release of the attempts that pass the filter.
 *
 *   assay market build --products 50000 --seed 7 --out data/market-50000-7-g2
 *   npm run corpus:training -- [problems] [attempts] [release] [--count 1200] [--workers 4]
 *
 * The same market and attempts give the same problems and release. Attempts resume where an earlier run stopped; Ctrl-C
 * stops them cleanly.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FILTER_CONFIG } from '../src/corpus/filter.ts';
import { filterAttempts, rowSources } from '../src/corpus/pipeline.ts';
import { buildRelease } from '../src/corpus/release.ts';
import type { SuiteManifest } from '../src/evaluation/suites/suite-manifest.ts';
import { suiteDigest } from '../src/evaluation/suites.ts';
import { existingIndexPath } from '../src/market/market-folder.ts';
import { MarketIndex } from '../src/market/market-index.ts';
import { findClusters, questionOf, shopEdges } from '../src/problems/clusters.ts';
import type { ArenaCategory as Category, Problem } from '../src/problems/problem.ts';
import { problemToWire } from '../src/problems/problem-wire.ts';
import { readProblemFile } from '../src/problems/read-problem-file.ts';
import { sha256 } from '../src/store/sha256.ts';
import { CONTESTANTS } from './training-corpus/contestants.ts';
import { growTrainingProblems } from './training-corpus/grow-training-problems.ts';
import { runContestants } from './training-corpus/run-contestants.ts';
import { TRAINING_MARKET } from './training-market.ts';

const MIX: Readonly<Record<Category, number>> = { product: 28, shop: 24, voucher: 23 };
/** The seed of `make-heldout.ts`: the same list, which begins with train-300, continued. */
const SEED = 7_575;
/** Results are shortened before training; complete ones exceed the usual limit in every third shop. */
const MAX_TOKENS = 32_768;
const STEPS = ['problems', 'attempts', 'release'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    market: { type: 'string', default: TRAINING_MARKET },
    out: { type: 'string', default: 'data/training' },
    count: { type: 'string', default: '1200' },
    /** Number of problems to attempt, from the beginning of the list. */
    try: { type: 'string' },
    workers: { type: 'string', default: '4' },
  },
});
const unknown = positionals.find((step) => !STEPS.some((known) => known === step));
if (unknown !== undefined) throw new Error(`${unknown} is none of ${STEPS.join(', ')}`);
const isWanted = (step: (typeof STEPS)[number]): boolean => positionals.length === 0 || positionals.includes(step);
const places = {
  problems: join(values.out, 'problems'),
  arena: join(values.out, 'arena'),
  filtered: join(values.out, 'filtered'),
  release: join(values.out, 'release'),
};
const problemFile = join(places.problems, 'problems.jsonl');
const suite = async (name: string) =>
  await readProblemFile(fileURLToPath(new URL(`../suites/${name}/problems.jsonl`, import.meta.url)));
const apart = [
  { name: 'heldout-75', problems: await suite('heldout-75') },
  { name: 'dev-75', problems: await suite('dev-75') },
  { name: 'dev-400', problems: await suite('dev-400') },
];

if (isWanted('problems')) await makeProblems();
if (isWanted('attempts')) await makeAttempts();
if (isWanted('release')) await makeRelease();

async function makeProblems(): Promise<void> {
  const index = MarketIndex.open(existingIndexPath(values.market));
  const { source, products } = index.manifest;
  if (source.kind !== 'synthetic') throw new Error(`${values.market} is no market of the generator`);
  const problems = await growTrainingProblems({
    index,
    count: Number(values.count),
    mix: MIX,
    seed: SEED,
    beginning: await suite('train-300'),
    apart,
  });
  writeSuite(problems, index, { products, seed: source.seed, generator: source.generator });
  index.close();
}

function writeSuite(problems: readonly Problem[], index: MarketIndex, market: SuiteManifest['market']): void {
  const text = problems.map((problem) => `${JSON.stringify(problemToWire(problem))}\n`).join('');
  const count = (category: Category): number => problems.filter((problem) => problem.category === category).length;
  const own = findClusters(problems.map(questionOf), { extraEdges: shopEdges(problems, index) });
  const manifest: SuiteManifest = {
    version: 1,
    name: `train-${problems.length}`,
    kind: 'train',
    suite_version: 1,
    market,
    made_by: { script: 'scripts/make-training-corpus.ts', seed: SEED },
    problems: { file: 'problems.jsonl', sha256: sha256(text), count: problems.length },
    problem_ids: problems.map(({ id }) => id),
    categories: { product: count('product'), shop: count('shop'), voucher: count('voucher') },
    leak_clusters: own.clusters.length,
    guarded_against: apart.map((set) => ({
      name: set.name,
      problems: set.problems.length,
      digest: suiteDigest(set.problems),
    })),
  };
  mkdirSync(places.problems, { recursive: true });
  writeFileSync(problemFile, text);
  writeFileSync(join(places.problems, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(
    `${problems.length} problems in ${own.clusters.length} leak clusters: ${JSON.stringify(manifest.categories)}`,
  );
}

async function makeAttempts(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const problems = await readProblemFile(problemFile);
  await runContestants({
    problems: values.try === undefined ? problems : problems.slice(0, Number(values.try)),
    contestants: CONTESTANTS,
    indexPath: existingIndexPath(values.market),
    data: places.arena,
    workers: Number(values.workers),
    signal: stop.signal,
    say: (line) => console.log(line),
  });
}

async function makeRelease(): Promise<void> {
  const problems = await readProblemFile(problemFile);
  const summary = await filterAttempts({
    sources: rowSources(places.arena),
    out: places.filtered,
    config: { ...FILTER_CONFIG, maximumTokens: MAX_TOKENS },
    queries: new Map(problems.map(({ id, query }) => [id, query])),
    withheld: new Map(),
    withheldChecked: false,
    threads: availableParallelism(),
    strict: true,
  });
  console.log(`${summary.rows} attempts: ${summary.kept} kept; ${JSON.stringify(summary.deciding)}`);
  const index = MarketIndex.open(existingIndexPath(values.market));
  // Evaluation uses separate suites, so everything here is for training.
  const { manifest } = await buildRelease({
    input: places.filtered,
    out: places.release,
    name: 'assay-training',
    problems,
    settled: [],
    sealed: undefined,
    heldOut: apart.flatMap((set) => set.problems),
    market: index,
    licences: new Map(),
    shares: { train: 1, dev: 0, heldout: 0 },
    seed: SEED,
  });
  index.close();
  const { rows, problems: of, successes } = manifest.splits.train;
  console.log(`release: ${rows} rows at ${of} problems, ${successes} successes; ${JSON.stringify(manifest.apart)}`);
}
