import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../fault/fault.ts';

/** A market is a single file in its own folder, so that replacing it is one rename. */
const INDEX_FILE = 'market.index';

export const DEFAULT_MARKET_FOLDER = join('data', 'market');

/** The inputs that determine every product of a generated market. */
export interface GeneratedMarket {
  readonly products: number;
  readonly seed: number;
  readonly generator: number;
}

/**
 * Folder of a generated market. The generator version is part of the name, so that a market of an older generator is
 * not mistaken for it.
 */
export function generatedMarketFolder({ products, seed, generator }: GeneratedMarket): string {
  return join('data', `market-${products}-${seed}${generator === 1 ? '' : `-g${generator}`}`);
}

export function indexPath(folder: string): string {
  return join(folder, INDEX_FILE);
}

/** Path of the market index in `folder`; throws if it does not exist. */
export function existingIndexPath(folder: string): string {
  const path = indexPath(folder);
  if (existsSync(path)) return path;
  throw new Fault('FILE_NOT_FOUND', {
    message: `There is no market in ${folder}.`,
    remedy: `Make one with \`assay market build --out ${folder}\`, or name the folder that holds one with --market.`,
  });
}
