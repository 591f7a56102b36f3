import { WorkerThread } from '../../thread/worker-thread.ts';
import { MarketIndex } from '../market-index.ts';
import type { Product, ProductCard } from '../product.ts';
import type { ProductQuery, Search } from './search.ts';

export type SearchRequest = { readonly query: ProductQuery } | { readonly ids: readonly string[] };
export type SearchAnswer = readonly ProductCard[] | readonly Product[];

/** Search distributed over worker threads that share one copy of the index in memory. */
export class ThreadedSearch implements Search {
  readonly index: MarketIndex;
  readonly #threads: WorkerThread<SearchRequest, SearchAnswer>[];
  #closed = false;

  private constructor(index: MarketIndex, threads: number) {
    this.index = index;
    this.#threads = Array.from({ length: threads }, () => startThread(index));
  }

  static open(path: string, threads: number): ThreadedSearch {
    return new ThreadedSearch(MarketIndex.open(path), threads);
  }

  async find(query: ProductQuery): Promise<readonly ProductCard[]> {
    return await this.#ask({ query });
  }

  async products(ids: readonly string[]): Promise<readonly Product[]> {
    return (await this.#ask({ ids })) as readonly Product[];
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map((thread) => thread.stop()));
    this.index.close();
  }

  /**
   * Sends the request to the thread with the fewest pending requests, so that a slow search delays few others. A dead
   * thread is replaced: a crash loses only the requests it was handling.
   */
  #ask(request: SearchRequest): Promise<SearchAnswer> {
    const pending = this.#threads.map((thread) => thread.pending);
    const free = pending.indexOf(Math.min(...pending));
    if (!this.#threads[free]!.isAlive && !this.#closed) this.#threads[free] = startThread(this.index);
    return this.#threads[free]!.ask(request);
  }
}

function startThread(index: MarketIndex): WorkerThread<SearchRequest, SearchAnswer> {
  return new WorkerThread(new URL('./search-worker.ts', import.meta.url), index.share());
}
