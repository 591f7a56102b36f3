import { availableParallelism } from 'node:os';
import { askInOrder } from '../../thread/ask-in-order.ts';
import { PRODUCTS_PER_BATCH, type PreparedProducts } from '../index/prepared-products.ts';

/** Products by their place in the order of ids, the end excluded. */
export interface RankRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The products of a seeded marketplace, prepared for the index, in order. Threads make them while the caller indexes;
 * the result does not depend on how many there are, because every product is made from its rank alone.
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
