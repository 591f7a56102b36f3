import type { MarketIndex } from '../../src/market/market-index.ts';
import { auditSets, findClusters, questionOf, shopEdges } from '../../src/problems/clusters.ts';
import type { ArenaCategory as Category, Problem } from '../../src/problems/problem.ts';
import { synthesiseProblems } from '../../src/problems/synthesis.ts';

export interface GrowthOptions {
  readonly index: MarketIndex;
  readonly count: number;
  readonly mix: Readonly<Record<Category, number>>;
  readonly seed: number;
  /** The first problems of the result. */
  readonly beginning: readonly Problem[];
  /** Sets with which training data must not share a product, a shop or a leak cluster. */
  readonly apart: readonly { readonly name: string; readonly problems: readonly Problem[] }[];
}

/** Some candidates belong to the sets kept apart, or are already included. */
const CANDIDATES_FOR_ONE = 2.2;

/**
 * More training problems of the same kind: as many as requested, or as the market has. If one member is kept apart, its
 * whole cluster is skipped, so that no chain of paraphrases leads from a training problem to an evaluation problem.
 */
export async function growTrainingProblems(options: GrowthOptions): Promise<readonly Problem[]> {
  const { index, count, mix, seed, beginning, apart } = options;
  const kept = apart.flatMap(({ problems }) => problems);
  const known = new Set([...beginning, ...kept].map(({ id }) => id));
  const candidates = await Array.fromAsync(
    synthesiseProblems({ index, count: Math.ceil(count * CANDIDATES_FOR_ONE), mix, seed }),
  );
  const fresh = candidates.filter(({ id }) => !known.has(id));
  const all = [...kept, ...beginning, ...fresh];
  const { clusterOf } = findClusters(all.map(questionOf), { extraEdges: shopEdges(all, index) });
  const measured = new Set(kept.map((_, place) => clusterOf[place]!));
  const free = fresh.filter((_, place) => !measured.has(clusterOf[kept.length + beginning.length + place]!));
  const grown = [...beginning, ...inProportion(free, { count, mix, beginning })];
  const audit = auditSets([{ name: 'training', problems: grown }, ...apart], index);
  const crossing = audit.crossings.filter(({ left, right }) => [left.set, right.set].includes('training'));
  if (crossing.length > 0) throw new Error(`not clean: ${JSON.stringify(crossing.slice(0, 3))}`);
  return grown;
}

/** The first problems of each category, so that the whole has the mix. */
function inProportion(
  free: readonly Problem[],
  { count, mix, beginning }: Pick<GrowthOptions, 'count' | 'mix' | 'beginning'>,
): readonly Problem[] {
  const total = mix.product + mix.shop + mix.voucher;
  const counted = (problems: readonly Problem[], category: Category): number =>
    problems.filter((problem) => problem.category === category).length;
  const product = Math.round((count * mix.product) / total);
  const shop = Math.round((count * mix.shop) / total);
  const wanted: Readonly<Record<Category, number>> = { product, shop, voucher: count - product - shop };
  const left: Record<Problem['category'], number> = { ...wanted, knowledge: 0 };
  for (const category of Object.keys(left) as Category[]) left[category] -= counted(beginning, category);
  return free.filter(({ category }) => left[category]-- > 0);
}
