import { Fault } from '../../fault/fault.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { GENERATOR_VERSION } from '../../market/marketplace.ts';
import type { EvaluationSuite } from './evaluation-suite.ts';

/** In a different market the suite has no answers, and every model would fail without a visible reason. */
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
    requireGenerator(suite);
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

/** The market of a suite for another generator version cannot be built here: the same seed gives other products. */
export function requireGenerator({ name, market }: EvaluationSuite): void {
  if (market === null || market.generator === GENERATOR_VERSION) return;
  throw new Fault('INPUT_INVALID', {
    message: `The suite ${name} belongs to a market of ${market.products} products, seed ${market.seed}, generator ${market.generator}; this version of Assay builds markets with generator ${GENERATOR_VERSION}, in which its answers do not exist.`,
    remedy: `Use a suite made for generator ${GENERATOR_VERSION}, or name a market built by an earlier version of Assay with --market.`,
  });
}
