import { Fault } from '../fault/fault.ts';
import type { Search } from '../market/search.ts';
import type { MarketDescription } from '../market/served-market.ts';
import type { Problem } from '../problems/problem.ts';

/**
 * Throws unless the target products are in the market. In another market than the problems were made from, an agent
 * could not find them and would be blamed for it.
 */
export async function requireMarketOf(
  problems: readonly Pick<Problem, 'targets'>[],
  search: Pick<Search, 'products'>,
): Promise<void> {
  const wanted = [...new Set(problems.flatMap(({ targets }) => targets.map(({ productId }) => productId)))];
  const found = await search.products(wanted);
  if (found.length * 2 >= wanted.length) return;
  throw new Fault('INDEX_UNREADABLE', {
    message: `This market has ${found.length} of the ${wanted.length} products that the problems ask for. The problems were made from another market.`,
    remedy:
      'Build or import the market that the problems were made from (its products, seed and generator), and name it with --market.',
  });
}

/**
 * Throws unless the arena still has the market that was opened. Its operator may have replaced it since, or begun to
 * serve one.
 */
export async function requireArenaMarket(
  arena: { market(): Promise<Pick<MarketDescription, 'sha256'> | undefined> },
  opened: string | undefined,
): Promise<void> {
  const current = (await arena.market())?.sha256;
  if (current === undefined || current === opened) return;
  throw new Fault('INDEX_UNREADABLE', {
    message: `The arena's market is ${current} now; this validator has ${opened ?? 'one that it chose itself, because the arena served none'}.`,
    remedy: 'Start the validator again without --market: it fetches the new market.',
  });
}
