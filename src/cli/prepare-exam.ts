import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildProgress, buildMarket } from '../market/build-market.ts';
import { indexPath } from '../market/market-folder.ts';
import { MarketIndex } from '../market/market-index.ts';
import { ThreadedSearch } from '../market/search.ts';
import { findClusters, questionOf } from '../problems/clusters.ts';
import type { Problem } from '../problems/problem.ts';
import { readProblemFile } from '../problems/read-problem-file.ts';
import { bankExists, growBank } from '../problems/suites.ts';
import { synthesiseProblems, type Words } from '../problems/synthesis.ts';
import { writeProblems } from '../problems/write-problems.ts';

export interface PreparedExam {
  readonly search: ThreadedSearch;
  readonly suite: readonly Problem[];
}

export interface ExamSizes {
  readonly products: number;
  /** Public problems. */
  readonly suite: number;
  /** Hidden problems. */
  readonly bank: number;
}

export interface PrepareExamOptions {
  /** The market is written to `market` in it, the public problems to `suite.jsonl`. */
  readonly folder: string;
  readonly bankFolder: string;
  readonly sizes: ExamSizes;
  readonly marketSeed: number;
  /** Seed of the public problems; a secret one by default. The seed of the hidden problems is always secret. */
  readonly suiteSeed?: number;
  readonly now: () => number;
  readonly onProgress: (progress: BuildProgress) => void;
}

const MIX = { product: 1, shop: 1, voucher: 1 };
/** Some hidden problems are too similar to a public one and are left out, so more are made. */
const SPARE = 1.5;
const LARGEST_SEED = 2 ** 31;

/** Creates a market, public problems from it, and a bank of hidden ones; existing files are kept. */
export async function prepareExam(place: PrepareExamOptions): Promise<PreparedExam> {
  const { folder, bankFolder, sizes, marketSeed, now, onProgress } = place;
  const suiteSeed = place.suiteSeed ?? randomInt(LARGEST_SEED);
  const market = join(folder, 'market');
  if (!hasMarket(market, sizes, marketSeed))
    await buildMarket({ products: sizes.products, seed: marketSeed, folder: market, onProgress });
  const search = ThreadedSearch.open(indexPath(market), 1);
  try {
    const { index } = search;
    const make = (count: number, seed: number, words: Words) =>
      Array.fromAsync(synthesiseProblems({ index, count, mix: MIX, seed, words }));
    const file = join(folder, 'suite.jsonl');
    if (!existsSync(file)) await writeProblems(file, await make(sizes.suite, suiteSeed, 'public'));
    const suite = await readProblemFile(file);
    if (!bankExists(bankFolder)) {
      const candidates = await make(Math.ceil(sizes.bank * SPARE), randomInt(LARGEST_SEED), 'reserved');
      const problems = unlike(suite, candidates).slice(0, sizes.bank);
      await growBank({ folder: bankFolder, problems, now: () => new Date(now()) });
    }
    return { search, suite };
  } catch (error) {
    await search.close();
    throw error;
  }
}

function hasMarket(folder: string, { products }: ExamSizes, seed: number): boolean {
  if (!existsSync(indexPath(folder))) return false;
  const index = MarketIndex.open(indexPath(folder));
  try {
    const { source, products: there } = index.manifest;
    return there === products && source.kind === 'synthetic' && source.seed === seed;
  } finally {
    index.close();
  }
}

/** The hidden problems that no public problem gives away, not even reworded. */
function unlike(open: readonly Problem[], hidden: readonly Problem[]): Problem[] {
  const { clusterOf } = findClusters([...open, ...hidden].map(questionOf));
  const given = new Set(clusterOf.subarray(0, open.length));
  return hidden.filter((_, place) => !given.has(clusterOf[open.length + place]!));
}
