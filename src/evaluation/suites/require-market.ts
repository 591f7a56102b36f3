import { Fault } from '../../fault/fault.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import type { EvaluationSuite } from './evaluation-suite.ts';

/** A suite in another market has no answers there, and every model would fail on it without anybody knowing why. */
export function requireMarket(suite: EvaluationSuite, index: MarketIndex, folder: string): void {
  const { products, source } = index.manifest;
  const { market } = suite;
  if (market !== null) {
    const fits =
      source.kind === 'synthetic' &&
      products === market.products &&
      source.seed === market.seed &&
      source.generator === market.generator;
    if (fits) return;
    throw new Fault('INPUT_INVALID', {
      message: `The suite ${suite.name} belongs to a market of ${market.products} products, seed ${market.seed}, generator ${market.generator}; ${folder} holds another.`,
      remedy: `Make it with \`assay market build --products ${market.products} --seed ${market.seed} --out DIR\` and name it with --market DIR.`,
    });
  }
  for (const { id, targets } of suite.problems) {
    if (targets.every(({ productId }) => index.productIds.find(productId) !== -1)) continue;
    throw new Fault('INPUT_INVALID', {
      message: `Problem ${id} asks for a product that is not in the market in ${folder}.`,
      remedy: 'Name the market the suite was made from with --market.',
    });
  }
}
