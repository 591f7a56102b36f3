import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { PRODUCTS_PER_BATCH, type PreparedProducts } from '../index/prepared-products.ts';

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
  const generators = Array.from({ length: threads }, () => new GeneratorThread(products, seed));
  const batches = Math.ceil(products / PRODUCTS_PER_BATCH);
  const pending: Promise<PreparedProducts>[] = [];
  let asked = 0;
  const ask = (): void => {
    if (asked === batches) return;
    const from = asked * PRODUCTS_PER_BATCH;
    pending.push(generators[asked % threads]!.make(from, Math.min(products, from + PRODUCTS_PER_BATCH)));
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

class GeneratorThread {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<PreparedProducts>[] = [];

  constructor(products: number, seed: number) {
    this.#worker = new Worker(new URL('./generate-worker.ts', import.meta.url), { workerData: { products, seed } });
    this.#worker.on('message', (batch: PreparedProducts) => this.#waiting.shift()!.resolve(batch));
    this.#worker.on('error', (error) => {
      for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
    });
  }

  /** Answers come in the order of the questions. */
  make(from: number, to: number): Promise<PreparedProducts> {
    const answer = Promise.withResolvers<PreparedProducts>();
    // The caller may stop before it has looked at every answer; one that fails then is nobody's news.
    answer.promise.catch(() => {});
    this.#waiting.push(answer);
    this.#worker.postMessage({ from, to });
    return answer.promise;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
