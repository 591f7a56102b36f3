import { existsSync } from 'node:fs';
import { type EvaluationSuite, requireGenerator } from '../../evaluation/suites.ts';
import { buildMarket } from '../../market/build-market.ts';
import {
  DEFAULT_MARKET_FOLDER,
  existingIndexPath,
  generatedMarketFolder,
  indexPath,
} from '../../market/market-folder.ts';
import { showBuildProgress } from '../output/build-progress.ts';
import type { Terminal } from '../output/terminal.ts';

/**
 * The folder of a suite's market. A market that the suite names is created when it is missing, so that a shipped suite
 * runs without further options.
 */
export async function suiteMarket(
  suite: EvaluationSuite,
  named: string | undefined,
  terminal: Terminal,
): Promise<string> {
  if (named !== undefined || suite.market === null) {
    const folder = named ?? DEFAULT_MARKET_FOLDER;
    existingIndexPath(folder);
    return folder;
  }
  const { products, seed } = suite.market;
  // A market of an earlier generator may be left from an earlier version; its suites can still run in it.
  const folder = generatedMarketFolder(suite.market);
  if (!existsSync(indexPath(folder))) {
    requireGenerator(suite);
    await buildMarket({ products, seed, folder, onProgress: showBuildProgress(terminal) });
    terminal.progress.done();
    terminal.print(`Created the market of ${suite.name}, ${products} products, in ${folder}.`);
  }
  return folder;
}
