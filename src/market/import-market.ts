import { basename } from 'node:path';
import { replaceFile } from '../store/files.ts';
import type { BuildProgress } from './build-market.ts';
import { ProductFile, type ProductFileOptions } from './import/product-file.ts';
import { IndexBuilder } from './index/index-builder.ts';
import type { MarketManifest } from './index/index-header.ts';
import { PRODUCTS_PER_BATCH, prepareProducts } from './index/prepared-products.ts';
import { indexPath } from './market-folder.ts';
import type { Product } from './product.ts';

export { type BadLine, PRODUCT_FILE_FORMATS, type ProductFileFormat } from './import/product-file.ts';

export interface ImportMarketOptions extends Omit<ProductFileOptions, 'onBytes'> {
  readonly folder: string;
  readonly onProgress?: (progress: BuildProgress) => void;
}

export interface ImportedMarket {
  readonly manifest: MarketManifest;
  readonly lines: number;
  readonly imported: number;
  readonly skipped: number;
}

/**
 * Loads a product file as a market. The existing market stays in place until the new one is complete, even after an
 * error.
 */
export async function importMarket({ folder, onProgress, ...options }: ImportMarketOptions): Promise<ImportedMarket> {
  const file = new ProductFile({
    ...options,
    onBytes: (done, total) => onProgress?.({ phase: 'reading', done, total }),
  });
  return await replaceFile(indexPath(folder), async (aside) => {
    const builder = new IndexBuilder(aside);
    try {
      let batch: Product[] = [];
      let imported = 0;
      const flush = (): void => {
        builder.add(prepareProducts(batch));
        imported += batch.length;
        batch = [];
        onProgress?.({ phase: 'products', done: imported, total: file.lines - file.skipped });
      };
      for await (const product of file.products(aside)) {
        batch.push(product);
        if (batch.length === PRODUCTS_PER_BATCH) flush();
      }
      flush();
      const source = { kind: 'import', file: basename(options.file) } as const;
      const manifest = builder.finish(source, (done, total) => onProgress?.({ phase: 'index', done, total }));
      return { manifest, lines: file.lines, imported, skipped: file.skipped };
    } finally {
      builder.close();
    }
  });
}
