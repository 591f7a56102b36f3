import { availableParallelism } from 'node:os';
import { Fault } from '../../fault/fault.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { counted } from '../../text/counted.ts';
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

/** What was drawn for a slot; no problem if every try for its number failed. */
export interface SlotDraw {
  readonly category: Category;
  readonly problem: Problem | undefined;
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
 * long as the market allows it, because problems that share an answer cannot be separated by a split. A number that
 * gives no problem is skipped: that is chance, unless it happens to most numbers of a category.
 */
export async function* synthesiseProblems(options: SynthesisOptions): AsyncGenerator<Problem> {
  const { index, count, mix, seed, threads = availableParallelism() } = options;
  if ((mix.knowledge ?? 0) > 0 && index.manifest.source.kind === 'import') throw withoutEncyclopaedia();
  const answers = askInOrder<readonly ProblemSlot[], readonly SlotDraw[]>({
    script: new URL('./synthesis-worker.ts', import.meta.url),
    data: { shared: index.share(), kinds: readKinds(index), seed, words: options.words ?? 'public' },
    threads,
    requests: inGroups(slots(mix)),
  });
  const used = new Set<string>();
  const solved: Record<Floor, number> = { echo: 0, top1: 0, script: 0 };
  const drawn = emptyCounts();
  const empty = emptyCounts();
  const discarded = emptyCounts();
  let made = 0;
  let passedOver = 0;
  for await (const draws of answers) {
    for (const { category, problem } of draws) {
      if (problem === undefined) {
        if (++empty[category] > drawn[category] + SPARE_EMPTY)
          throw shortOf(category, index, empty[category], drawn[category]);
        continue;
      }
      drawn[category]++;
      const isEasy = (problem.measure?.solvedBy ?? []).some(
        (floor) => solved[floor] + 1 > FLOOR_LIMITS[floor] * (made + 1),
      );
      const repeats =
        isEasy ||
        used.has(problem.id) ||
        (passedOver <= made + SPARE && problem.targets.some(({ productId }) => used.has(productId)));
      if (repeats) {
        discarded[category]++;
        if (++passedOver > MAX_PASSED_OVER * (made + SPARE)) throw exhausted(index, made, count, discarded);
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

/** A category is given up when this many more of its numbers gave no problem than gave one. */
const SPARE_EMPTY = 3;

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

/** How many problems of each category the mix asks for. Fewer are made where numbers were skipped, and more elsewhere. */
export function askedPerCategory(mix: Mix, count: number): ReadonlyMap<Category, number> {
  const asked = new Map<Category, number>();
  for (const { category } of slots(mix).take(count)) asked.set(category, (asked.get(category) ?? 0) + 1);
  return asked;
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
  const given = emptyCounts();
  for (let place = 0; ; place++) {
    const owed = (category: Name): number => ((place + 1) * share(category)) / total - given[category];
    const category = categories.reduce((most, next) => (owed(next) > owed(most) + 1e-9 ? next : most));
    yield { category, number: given[category]++ };
  }
}

function emptyCounts(): Record<Category, number> {
  return { product: 0, shop: 0, voucher: 0, knowledge: 0 };
}

function withoutEncyclopaedia(): Fault {
  return new Fault('INPUT_INVALID', {
    message: 'Knowledge problems cannot be made from an imported market: it has no encyclopaedia.',
    remedy: 'Use a market of `assay market build`, or remove knowledge from --mix.',
  });
}

function shortOf(category: Category, index: MarketIndex, empty: number, drawn: number): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${sizeOf(index)} has too few listings for ${category} problems: ${empty} of the first ${empty + drawn} draws gave none.`,
    remedy: `Use a larger market, or give ${category} no share of the mix.`,
  });
}

function exhausted(index: MarketIndex, made: number, count: number, discarded: Record<Category, number>): Fault {
  const counts = Object.entries(discarded).flatMap(([category, number]) =>
    number === 0 ? [] : [`${number} ${category}`],
  );
  return new Fault('INPUT_INVALID', {
    message: `${sizeOf(index)} is enough for ${made} of ${count} problems: too many others are too easy or repeat a target (${counts.join(', ')}).`,
    remedy: `Use a larger market${made === 0 ? '' : `, ask for at most ${counted(made, 'problem')}`}, or change the mix.`,
  });
}

function sizeOf({ manifest: { products, shops } }: MarketIndex): string {
  return `The market (${counted(products, 'product')}, ${counted(shops, 'shop')})`;
}
