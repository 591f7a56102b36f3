import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FOLDER } from '../../testing/share-run-folder.ts';
import { buildMarket } from '../build-market.ts';

export interface MarketSample {
  readonly products: number;
  readonly seed: number;
  readonly folder: string;
}

/** Like `buildMarket`, but each market is built only once per test run and copied afterwards. */
export async function sharedMarket({ products, seed, folder }: MarketSample): Promise<void> {
  const run = process.env[RUN_FOLDER];
  if (run === undefined) return void (await buildMarket({ products, seed, folder }));
  const shared = join(run, `market-${products}-${seed}`);
  if (!existsSync(shared)) {
    const built = mkdtempSync(`${shared}-`);
    await buildMarket({ products, seed, folder: built });
    try {
      renameSync(built, shared);
    } catch {
      // Another worker was faster.
      rmSync(built, { recursive: true });
    }
  }
  cpSync(shared, folder, { recursive: true });
}
