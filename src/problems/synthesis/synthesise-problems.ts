import { availableParallelism } from 'node:os';
import { Fault } from '../../fault/fault.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { askInOrder } from '../../thread/ask-in-order.ts';
import { FLOOR_LIMITS } from '../floors/floors.ts';
import type { Words } from '../language/reserved-words.ts';
import type { Category, Floor, Problem } from '../problem.ts';
import { readKinds } from './listings-by-kind.ts';

/** The position of a problem: its number within its category. */
export interface ProblemSlot<Name extends Category = Category> {
  readonly category: Name;
  readonly number: number;
}

/** Share per category; a missing category gets none. */
export type Mix = Readonly<Partial<Record<Category, number>>>;

export interface SynthesisOptions {
  readonly index: MarketIndex;
  readonly count: number;
  /** Shares of the categories; only their proportions matter. */
  readonly mix: Mix;
  readonly seed: number;
  /** `public` unless given. */
  readonly words?: Words | undefined;
  readonly threads?: number;
  readonly onProgress?: (done: number) => void;
}

const SLOTS_PER_REQUEST = 20;

/**
 * Generates problems in an order that depends on market and seed, not on the number of threads. Each is drawn from its
 * own number, so a larger count gives the same problems first. A problem that a policy without a model solves is left
 * out if that policy would then solve more than `FLOOR_LIMITS` allows. A product is the target of one problem only, as
 * long as the market allows it, because problems that share an answer cannot be separated by a split.
 */
export async function* synthesiseProblems(options: SynthesisOptions): AsyncGenerator<Problem> {
  const { index, count, mix, seed, threads = availableParallelism() } = options;
  if ((mix.knowledge ?? 0) > 0 && index.manifest.source.kind === 'import') throw withoutEncyclopaedia();
  const answers = askInOrder<readonly ProblemSlot[], (Problem | undefined)[]>({
    script: new URL('./synthesis-worker.ts', import.meta.url),
    data: { shared: index.share(), kinds: readKinds(index), seed, words: options.words ?? 'public' },
    threads,
    requests: inGroups(slots(mix)),
  });
  const used = new Set<string>();
  const solved: Record<Floor, number> = { echo: 0, top1: 0, script: 0 };
  let made = 0;
  let passedOver = 0;
  for await (const problems of answers) {
    for (const problem of problems) {
      if (problem === undefined) throw tooSmall(index);
      const isEasy = (problem.measure?.solvedBy ?? []).some(
        (floor) => solved[floor] + 1 > FLOOR_LIMITS[floor] * (made + 1),
      );
      const repeats =
        isEasy ||
        used.has(problem.id) ||
        (passedOver <= made + SPARE && problem.targets.some(({ productId }) => used.has(productId)));
      if (repeats) {
        if (++passedOver > MAX_PASSED_OVER * (made + SPARE)) throw tooSmall(index);
        continue;
      }
      used.add(problem.id);
      for (const floor of problem.measure?.solvedBy ?? []) solved[floor]++;
      for (const { productId } of problem.targets) used.add(productId);
      yield problem;
      if (++made === count) return;
    }
    options.onProgress?.(made);
  }
}

/** Gives up after this many discarded problems per made one: the market has no more to offer. */
const MAX_PASSED_OVER = 20;

/**
 * A target is not reused while at most this many more problems were discarded than made. The limit must not depend on
 * `count`, or a larger count would change the first problems.
 */
const SPARE = 100;

function* inGroups(all: Iterable<ProblemSlot>): Generator<readonly ProblemSlot[]> {
  let group: ProblemSlot[] = [];
  for (const slot of all) {
    group.push(slot);
    if (group.length < SLOTS_PER_REQUEST) continue;
    yield group;
    group = [];
  }
}

/**
 * An endless sequence of categories, interleaved in proportion, so that every section of it has the mix of the whole.
 */
export function* slots<Name extends Category>(
  mix: Readonly<Partial<Record<Name, number>>>,
): Generator<ProblemSlot<Name>> {
  const share = (category: Name): number => mix[category] ?? 0;
  const categories = (Object.keys(mix) as Name[]).filter((category) => share(category) > 0);
  const total = categories.reduce((sum, category) => sum + share(category), 0);
  const given: Record<Category, number> = { product: 0, shop: 0, voucher: 0, knowledge: 0 };
  for (let place = 0; ; place++) {
    const owed = (category: Name): number => ((place + 1) * share(category)) / total - given[category];
    const category = categories.reduce((most, next) => (owed(next) > owed(most) + 1e-9 ? next : most));
    yield { category, number: given[category]++ };
  }
}

function withoutEncyclopaedia(): Fault {
  return new Fault('INPUT_INVALID', {
    message: 'Knowledge problems cannot be made from an imported market: it has no encyclopaedia.',
    remedy: 'Use a market of `assay market build`, or remove knowledge from --mix.',
  });
}

function tooSmall(index: MarketIndex): Fault {
  return new Fault('INPUT_INVALID', {
    message: `The market (${index.manifest.products} products, ${index.manifest.shops} shops) is too small to make such problems from.`,
    remedy: 'Use a larger market, fewer problems, or a mix with more product problems.',
  });
}
