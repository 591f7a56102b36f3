import { basename } from 'node:path';
import { Fault } from '../fault/fault.ts';
import { fileSize, readLines, replaceFile } from '../store/files.ts';
import type { BuildProgress } from './build-market.ts';
import { parseProduct } from './import/parse-product.ts';
import { type NumberedProduct, sortProducts } from './import/sort-products.ts';
import { IndexBuilder } from './index/index-builder.ts';
import type { MarketManifest } from './index/index-header.ts';
import { PRODUCTS_PER_BATCH, prepareProducts } from './index/prepared-products.ts';
import { indexPath } from './market-folder.ts';
import type { Product } from './product.ts';

export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

export interface ImportMarketOptions {
  /** JSON lines, plain or gzipped. */
  readonly file: string;
  readonly folder: string;
  /** Stop at the first bad line instead of skipping it. */
  readonly strict?: boolean;
  readonly onBadLine?: (bad: BadLine) => void;
  readonly onProgress?: (progress: BuildProgress) => void;
}

export interface ImportedMarket {
  readonly manifest: MarketManifest;
  readonly lines: number;
  readonly imported: number;
  readonly skipped: number;
}

/** Loads a product file as a market. Whatever goes wrong, the market that was there stays until the new one is whole. */
export async function importMarket(options: ImportMarketOptions): Promise<ImportedMarket> {
  const { file, folder } = options;
  const fileBytes = fileSize(file);
  let lines = 0;
  let skipped = 0;

  function reject(line: number, reason: string): void {
    skipped++;
    options.onBadLine?.({ line, reason });
    if (options.strict !== true) return;
    throw new Fault('INPUT_INVALID', {
      message: `${file}, line ${line}: ${reason}`,
      remedy: 'Mend the line, or leave out --strict to skip such lines. The market is unchanged.',
    });
  }

  async function* goodLines(): AsyncGenerator<NumberedProduct> {
    const onBytes = (done: number): void => options.onProgress?.({ phase: 'reading', done, total: fileBytes });
    for await (const line of readLines(file, { onBytes })) {
      lines++;
      const parsed = 'reason' in line ? ({ ok: false, reason: line.reason } as const) : parseProduct(line.text);
      if (parsed.ok) yield { line: line.number, product: parsed.product };
      else reject(line.number, parsed.reason);
    }
  }

  return await replaceFile(indexPath(folder), async (aside) => {
    const builder = new IndexBuilder(aside);
    try {
      let batch: Product[] = [];
      let imported = 0;
      let previous: NumberedProduct | undefined;
      const flush = (): void => {
        builder.add(prepareProducts(batch));
        imported += batch.length;
        batch = [];
        options.onProgress?.({ phase: 'products', done: imported, total: lines - skipped });
      };
      for await (const next of sortProducts(goodLines(), aside)) {
        if (previous?.product.product_id === next.product.product_id) {
          reject(next.line, `product_id: "${next.product.product_id}" already stands on line ${previous.line}`);
          continue;
        }
        previous = next;
        batch.push(next.product);
        if (batch.length === PRODUCTS_PER_BATCH) flush();
      }
      flush();
      if (imported === 0) {
        throw new Fault('INPUT_INVALID', {
          message: `${file} holds no usable product (${lines} lines read). The market is unchanged.`,
          remedy:
            'Give a file with one JSON product per line, or one document per line with the product under "product".',
        });
      }
      const source = { kind: 'import', file: basename(file) } as const;
      const manifest = builder.finish(source, (done, total) => options.onProgress?.({ phase: 'index', done, total }));
      return { manifest, lines, imported, skipped };
    } finally {
      builder.close();
    }
  });
}
