import { generatedMarketFolder } from '../src/market/market-folder.ts';
import { GENERATOR_VERSION } from '../src/market/marketplace.ts';

/** The market of the training problems and the shipped suites; `assay eval` and `assay train` look for it here. */
export const TRAINING_MARKET = generatedMarketFolder({ products: 50_000, seed: 7, generator: GENERATOR_VERSION });
