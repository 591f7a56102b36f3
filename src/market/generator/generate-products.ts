import { availableParallelism } from 'node:os';
import { WorkerThread } from '../../thread/worker-thread.ts';
import { PRODUCTS_PER_BATCH, type PreparedProducts } from '../index/prepared-products.ts';

/** Products by their place in the order of ids, the end excluded. */
export interface RankRange {
  readonly from: number;
  readonly to: number;
}

/** Batches a thread may be ahead by: enough to keep it busy, few enough to bound memory. */
const BATCHES_AHEAD = 8;

/**
 * The products of a seeded marketplace, prepared for the index, in order. Threads make them while the caller indexes;
 * the result does not depend on how many there are, because every product is made from its rank alone.
 */
export async function* generateProducts(
  products: number,
  seed: number,
  threads = availableParallelism(),
): AsyncGenerator<PreparedProducts> {
  const script = new URL('./generate-worker.ts', import.meta.url);
  const generators = Array.from(
    { length: threads },
    () => new WorkerThread<RankRange, PreparedProducts>(script, { products, seed }),
  );
  const batches = Math.ceil(products / PRODUCTS_PER_BATCH);
  const pending: Promise<PreparedProducts>[] = [];
  let asked = 0;
  const ask = (): void => {
    if (asked === batches) return;
    const from = asked * PRODUCTS_PER_BATCH;
    const answer = generators[asked % threads]!.ask({ from, to: Math.min(products, from + PRODUCTS_PER_BATCH) });
    // The caller may stop before it has looked at every answer; one that fails then is nobody's news.
    answer.catch(() => {});
    pending.push(answer);
    asked++;
  };
  try {
    for (let ahead = 0; ahead < BATCHES_AHEAD * threads; ahead++) ask();
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const batch = await next;
      ask();
      yield batch;
    }
  } finally {
    await Promise.all(generators.map((generator) => generator.stop()));
  }
}
