import type { MarketIndex } from '../../market/market-index.ts';
import type { Problem } from '../problem.ts';
import type { Edge } from './edge.ts';

/** Whether all items of a problem have to come from one shop. */
export function isOneShop({ category, voucher, targets }: Problem): boolean {
  return category === 'shop' || (voucher?.scope === 'shop' && targets.length > 1);
}

/**
 * The shop that all items must come from; `undefined` for other problems and for answers that are not in the market.
 */
export function shopOf(problem: Problem, market: MarketIndex): string | undefined {
  if (!isOneShop(problem)) return undefined;
  const doc = market.productIds.find(problem.targets[0]!.productId);
  return doc === -1 ? undefined : market.shopIds.at(market.shops[doc]!);
}

/** Links problems of the same shop: an agent that has learnt what the shop sells knows half of the next answer. */
export function shopEdges(problems: readonly Problem[], market: MarketIndex): Edge[] {
  const edges: Edge[] = [];
  const latest = new Map<string, number>();
  for (const [place, problem] of problems.entries()) {
    const shop = shopOf(problem, market);
    if (shop === undefined) continue;
    const before = latest.get(shop);
    if (before !== undefined) edges.push({ left: before, right: place, reason: 'same-shop' });
    latest.set(shop, place);
  }
  return edges;
}
