import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildMarket } from '../market/build-market.ts';
import { DEFAULT_MARKET_FOLDER, existingIndexPath, indexPath } from '../market/market-folder.ts';
import { showBuildProgress } from './output/build-progress.ts';
import type { Terminal } from './output/terminal.ts';

const PRODUCTS = 20_000;
const SEED = 7;

export interface ReadyMarketOptions {
  readonly folder: string;
  readonly fresh?: boolean;
}

/**
 * Path of the index of a usable market. The default market is created when it is missing, so that the first command of
 * a new user works; a folder given as an option must exist.
 */
export async function readyMarket({ folder, fresh }: ReadyMarketOptions, terminal: Terminal): Promise<string> {
  if (folder !== DEFAULT_MARKET_FOLDER && fresh === undefined) return existingIndexPath(folder);
  if (fresh === true || !existsSync(indexPath(folder))) {
    const onProgress = showBuildProgress(terminal);
    await buildMarket({ products: PRODUCTS, seed: SEED, folder, onProgress });
    terminal.progress.done();
    terminal.print(`Created a market with ${PRODUCTS} products in ${folder}.`);
  }
  return indexPath(folder);
}

/** Path of the exam of a market. */
export function examPath(folder: string): string {
  return join(folder, 'problems.jsonl');
}
