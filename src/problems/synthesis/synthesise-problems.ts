import { availableParallelism } from 'node:os';
import { Fault } from '../../fault/fault.ts';
import type { MarketIndex } from '../../market/index/market-index.ts';
import { askInOrder } from '../../thread/ask-in-order.ts';
import type { Category, Problem } from '../problem.ts';

/** Which problem: the number-th of its category. */
export interface ProblemSlot {
  readonly category: Category;
  readonly number: number;
}

export type Mix = Readonly<Record<Category, number>>;

export interface SynthesisOptions {
  readonly index: MarketIndex;
  readonly count: number;
  /** Shares of the categories; only their proportions matter. */
  readonly mix: Mix;
  readonly seed: number;
  readonly threads?: number;
  readonly onProgress?: (done: number) => void;
}

const SLOTS_PER_REQUEST = 20;

/**
 * Problems in a fixed order for a market and a seed, whatever the number of threads. Each is drawn from its own number,
 * so asking for more later gives the same ones first.
 */
export async function* synthesiseProblems(options: SynthesisOptions): AsyncGenerator<Problem> {
  const { index, count, mix, seed, threads = availableParallelism() } = options;
  const answers = askInOrder<readonly ProblemSlot[], (Problem | undefined)[]>({
    script: new URL('./synthesis-worker.ts', import.meta.url),
    data: { shared: index.share(), seed },
    threads,
    requests: inGroups(slotsOf(count, mix)),
  });
  const seen = new Set<string>();
  let done = 0;
  for await (const problems of answers) {
    for (const problem of problems) {
      if (problem === undefined) throw tooSmall(index);
      done++;
      // Two draws may end in the same words about the same product; a suite must not ask twice.
      if (!seen.has(problem.id)) yield problem;
      seen.add(problem.id);
    }
    options.onProgress?.(done);
  }
}

function* inGroups(slots: readonly ProblemSlot[]): Generator<readonly ProblemSlot[]> {
  for (let start = 0; start < slots.length; start += SLOTS_PER_REQUEST)
    yield slots.slice(start, start + SLOTS_PER_REQUEST);
}

/** Categories interleaved in proportion, so that every stretch of the list has the mix of the whole. */
export function slotsOf(count: number, mix: Mix): ProblemSlot[] {
  const categories = (Object.keys(mix) as Category[]).filter((category) => mix[category] > 0);
  const total = categories.reduce((sum, category) => sum + mix[category], 0);
  const given: Record<Category, number> = { product: 0, shop: 0, voucher: 0 };
  return Array.from({ length: count }, (_, place) => {
    const owed = (category: Category): number => ((place + 1) * mix[category]) / total - given[category];
    const category = categories.reduce((most, next) => (owed(next) > owed(most) + 1e-9 ? next : most));
    return { category, number: given[category]++ };
  });
}

function tooSmall(index: MarketIndex): Fault {
  return new Fault('INPUT_INVALID', {
    message: `The market (${index.manifest.products} products, ${index.manifest.shops} shops) is too small to make such problems from.`,
    remedy: 'Use a larger market, fewer problems, or a mix with more product problems.',
  });
}
