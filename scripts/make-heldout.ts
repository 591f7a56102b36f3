/**
 * Writes `suites/`: heldout-75, dev-75, dev-400 and train-300, from the market of 50,000 products with seed 7.
 *
 *   assay market build --products 50000 --seed 7 --out DIR
 *   node scripts/make-heldout.ts DIR
 *
 * The same market gives the same files. Leak clusters, shops included, are computed over all problems made here and the
 * demo's public suite. heldout-75 and dev-75 use only one problem of a cluster, and no cluster is in two suites, so
 * that training data cannot reveal any of these problems.
 * Each suite passes the suite gate, and each problem records which policies without a model solve it, and whether
 * house/expert does.
 *
 * This makes version 3. The shipped suites are version 2: its script took one problem of a cluster, the smallest clusters
 * first, and so hardly any voucher for one shop. Version 3 has vouchers and items in the shares of the benchmark.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SUITE_SEED } from '../src/cli/demo/demo-settings.ts';
import { ProblemMeter } from '../src/cli/measure-problem.ts';
import type { SuiteManifest } from '../src/evaluation/suites/suite-manifest.ts';
import { suiteDigest } from '../src/evaluation/suites.ts';
import { existingIndexPath } from '../src/market/market-folder.ts';
import { MarketIndex } from '../src/market/market-index.ts';
import { EmbeddedSearch } from '../src/market/search.ts';
import { auditSets, findClusters, questionOf, shopEdges } from '../src/problems/clusters.ts';
import type { ArenaCategory as Category, Problem } from '../src/problems/problem.ts';
import { problemToWire } from '../src/problems/problem-wire.ts';
import { assertSuiteGate, floorShares } from '../src/problems/suites.ts';
import { type Mix, synthesiseProblems } from '../src/problems/synthesis.ts';
import { sha256 } from '../src/store/sha256.ts';
import { type Counts, takeFirst, takeRepresentatives, takeSeveral } from './suite-mix.ts';

const MARKET = { products: 50_000, seed: 7 };
/** Another one than that of version 2, so that no problem is in both. */
const SEED = 8_575;
/**
 * Of the voucher problems that synthesis keeps, 71 % have one item and 2 % four items under a shop voucher, because
 * draws of several items are dropped more often; the suites need 57 of the latter. With 3,200 candidates, 26 % of them vouchers, heldout-75 and dev-75
 * are complete and dev-400 is not.
 */
const CANDIDATES = 10_000;
/** More shop problems than needed: those about one shop form one cluster. */
const DRAWN: Mix = { product: 8, shop: 32, voucher: 60, knowledge: 0 };
const PROTOCOL: Counts = { product: 28, shop: 24, voucher: 23 };
/** Enough problems of each category to compare models on it. */
const EXPERIMENT: Counts = { product: 145, shop: 120, voucher: 135 };
const MOST_OF_A_CLUSTER = 20;
const TRAINING: Counts = { product: 112, shop: 96, voucher: 92 };
/** Version 1 used the words of the listings; it is in `suites/v1`. */
const SUITE_VERSION = 3;
const DEMO = { count: 12, mix: { product: 1, shop: 1, voucher: 1 }, seed: SUITE_SEED };

const folder = process.argv[2];
if (folder === undefined) throw new Error('name the folder of the market');
const index = MarketIndex.open(existingIndexPath(folder));
const { products, source } = index.manifest;
if (source.kind !== 'synthetic' || source.seed !== MARKET.seed || products !== MARKET.products)
  throw new Error(`${folder} holds another market than ${JSON.stringify(MARKET)}`);
const generator = source.generator;

const demo = await Array.fromAsync(synthesiseProblems({ index, ...DEMO }));
const candidates = await Array.fromAsync(synthesiseProblems({ index, count: CANDIDATES, mix: DRAWN, seed: SEED }));
const all = [...demo, ...candidates];
const { clusters } = findClusters(all.map(questionOf), { extraEdges: shopEdges(all, index) });
const asProblems = clusters.map((cluster) => cluster.map((place) => all[place]!));
// In heldout-75 and dev-75 each problem represents its cluster, and the rest of the cluster is in no suite.
const known = new Set<Problem>(demo);
const free = new Set(asProblems.filter((cluster) => !cluster.some((problem) => known.has(problem))));
const reserved = await inReservedWords(takeRepresentatives(free, PROTOCOL));
const dev = takeRepresentatives(free, PROTOCOL);
const experiment = takeSome(EXPERIMENT);
const chosen = new Set([...reserved.keys(), ...dev, ...experiment]);
const taken = new Set(asProblems.filter((cluster) => cluster.some((problem) => chosen.has(problem))).flat());
const train = takeFirst(
  candidates.filter((problem) => !taken.has(problem)),
  TRAINING,
);

const search = EmbeddedSearch.attach(index.share());
const meter = new ProblemMeter(search);
const sets = [
  { name: 'heldout-75', problems: await measured([...reserved.values()]) },
  { name: 'dev-75', problems: await measured(dev) },
  { name: 'dev-400', problems: await measured(experiment) },
  { name: 'train-300', problems: await measured(train) },
  { name: 'the public suite of assay demo', problems: demo },
];
const audit = auditSets(sets, index);
const crossing = audit.crossings.filter(({ left, right }) =>
  [left.set, right.set].some((set) => /^(?:heldout|dev)-/.test(set)),
);
if (crossing.length > 0) throw new Error(`not clean: ${JSON.stringify(crossing.slice(0, 3))}`);

write('heldout-75', 'heldout');
write('dev-75', 'dev');
write('dev-400', 'dev');
write('train-300', 'train');
index.close();

/**
 * Takes several problems per cluster, the largest first, for a suite so large that there are not enough shops; its
 * intervals are computed over clusters.
 */
function takeSome(counts: Counts): Problem[] {
  const largestFirst = [...free].toSorted((left, right) => right.length - left.length);
  return takeSeveral(largestFirst, counts, MOST_OF_A_CLUSTER);
}

/** The same problems with goods named in words that no public problem uses. */
async function inReservedWords(problems: readonly Problem[]): Promise<ReadonlyMap<Problem, Problem>> {
  const answersOf = ({ category, targets }: Problem): string =>
    `${category} ${targets.map(({ productId }) => productId).join(' ')}`;
  const drawn = synthesiseProblems({ index, count: CANDIDATES, mix: DRAWN, seed: SEED, words: 'reserved' });
  const byAnswers = new Map((await Array.fromAsync(drawn)).map((problem) => [answersOf(problem), problem]));
  return new Map(
    problems.map((problem) => {
      const same = byAnswers.get(answersOf(problem));
      if (same === undefined) throw new Error(`problem ${problem.id} was not drawn again`);
      return [problem, same];
    }),
  );
}

async function measured(problems: readonly Problem[]): Promise<Problem[]> {
  const done: Problem[] = [];
  for (const problem of problems) done.push(await meter.measure(problem));
  return done;
}

function write(name: string, kind: SuiteManifest['kind']): void {
  const { problems } = sets.find((set) => set.name === name)!;
  assertSuiteGate(problems);
  // Training problems may resemble the demo's, because both are public.
  const against = sets.filter((set) => set.name !== name && (kind !== 'train' || set !== sets.at(-1)));
  const target = fileURLToPath(new URL(`../suites/${name}/`, import.meta.url));
  mkdirSync(target, { recursive: true });
  const text = problems.map((problem) => `${JSON.stringify(problemToWire(problem))}\n`).join('');
  const count = (category: Category): number => problems.filter((problem) => problem.category === category).length;
  const own = findClusters(problems.map(questionOf), { extraEdges: shopEdges(problems, index) });
  const manifest: SuiteManifest = {
    version: 1,
    name,
    kind,
    suite_version: SUITE_VERSION,
    market: { ...MARKET, generator },
    made_by: { script: 'scripts/make-heldout.ts', seed: SEED },
    problems: { file: 'problems.jsonl', sha256: sha256(text), count: problems.length },
    problem_ids: problems.map(({ id }) => id),
    categories: { product: count('product'), shop: count('shop'), voucher: count('voucher') },
    leak_clusters: own.clusters.length,
    solved_by: {
      ...Object.fromEntries(floorShares(problems).map(({ floor, solved }) => [floor, solved])),
      'house/expert': problems.filter(({ measure }) => measure?.expert === true).length,
    },
    guarded_against: against.map((set) => ({
      name: set.name,
      problems: set.problems.length,
      digest: suiteDigest(set.problems),
    })),
  };
  writeFileSync(join(target, 'problems.jsonl'), text);
  writeFileSync(join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`${name}: ${problems.length} problems in ${own.clusters.length} leak clusters`);
}
