import { replaceFile } from '../store/files.ts';
import { generateProducts } from './generator/generate-products.ts';
import { IndexBuilder } from './index/index-builder.ts';
import type { MarketManifest } from './index/index-header.ts';
import { indexPath } from './market-folder.ts';
import { GENERATOR_VERSION } from './marketplace.ts';

export interface BuildProgress {
  readonly phase: 'reading' | 'products' | 'index';
  readonly done: number;
  readonly total: number;
}

export interface BuildMarketOptions {
  readonly products: number;
  readonly seed: number;
  readonly folder: string;
  readonly onProgress?: (progress: BuildProgress) => void;
}

/**
 * Builds a seeded marketplace. The same product count and seed give the same bytes. An existing market is replaced
 * atomically.
 */
export async function buildMarket(options: BuildMarketOptions): Promise<MarketManifest> {
  const { products, seed, folder, onProgress } = options;
  return await replaceFile(indexPath(folder), async (aside) => {
    const builder = new IndexBuilder(aside);
    try {
      let done = 0;
      for await (const batch of generateProducts(products, seed)) {
        builder.add(batch);
        done += batch.productIds.length;
        onProgress?.({ phase: 'products', done, total: products });
      }
      const source = { kind: 'synthetic', seed, generator: GENERATOR_VERSION } as const;
      return builder.finish(source, (done, total) => onProgress?.({ phase: 'index', done, total }));
    } finally {
      builder.close();
    }
  });
}
