import { replaceFile } from '../../store/files.ts';
import { IndexBuilder } from '../index/index-builder.ts';
import type { MarketManifest, MarketSource } from '../index/index-header.ts';
import { PRODUCTS_PER_BATCH, prepareProducts } from '../index/prepared-products.ts';
import { compareStrings } from '../index/string-table.ts';
import type { Product } from '../product.ts';

/** Writes an index of products given in any order. */
export async function writeIndex(
  path: string,
  products: readonly Product[],
  source: MarketSource,
  postingsPerRun?: number,
): Promise<MarketManifest> {
  const sorted = products.toSorted((left, right) => compareStrings(left.product_id, right.product_id));
  return await replaceFile(path, async (aside) => {
    const builder = new IndexBuilder(aside, postingsPerRun);
    try {
      for (let start = 0; start < sorted.length; start += PRODUCTS_PER_BATCH) {
        builder.add(prepareProducts(sorted.slice(start, start + PRODUCTS_PER_BATCH)));
      }
      return builder.finish(source);
    } finally {
      builder.close();
    }
  });
}
