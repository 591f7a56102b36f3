import { availableParallelism } from 'node:os';
import { askInOrder } from '../../thread/ask-in-order.ts';
import { PRODUCTS_PER_BATCH, type PreparedProducts } from '../index/prepared-products.ts';

/** A range of product ranks in the order of ids; `to` is excluded. */
export interface RankRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Generates the products of a seeded marketplace in order, prepared for the index. Threads generate them while the
 * caller indexes. The result does not depend on the number of threads, because every product depends only on its rank.
 */
export function generateProducts(
  products: number,
  seed: number,
  threads = availableParallelism(),
): AsyncGenerator<PreparedProducts> {
  const script = new URL('./generate-worker.ts', import.meta.url);
  return askInOrder<RankRange, PreparedProducts>({
    script,
    data: { products, seed },
    threads,
    requests: ranges(products),
  });
}

function* ranges(products: number): Generator<RankRange> {
  for (let from = 0; from < products; from += PRODUCTS_PER_BATCH) {
    yield { from, to: Math.min(products, from + PRODUCTS_PER_BATCH) };
  }
}
