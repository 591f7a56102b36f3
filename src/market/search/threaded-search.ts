import { WorkerThread } from '../../thread/worker-thread.ts';
import { MarketIndex } from '../index/market-index.ts';
import type { Product, ProductCard } from '../product.ts';
import type { ProductQuery, Search } from './search.ts';

export type SearchRequest = { readonly query: ProductQuery } | { readonly ids: readonly string[] };
export type SearchAnswer = readonly ProductCard[] | readonly Product[];

/** Search spread over worker threads that all read the one copy of the index in shared memory. */
export class ThreadedSearch implements Search {
  readonly index: MarketIndex;
  readonly #threads: readonly WorkerThread<SearchRequest, SearchAnswer>[];
  #asked = 0;

  private constructor(index: MarketIndex, threads: number) {
    const script = new URL('./search-worker.ts', import.meta.url);
    this.index = index;
    this.#threads = Array.from({ length: threads }, () => new WorkerThread(script, index.share()));
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
    await Promise.all(this.#threads.map((thread) => thread.stop()));
    this.index.close();
  }

  /** In turn; a thread that died is left out, so that one crash costs the requests it held and no more. */
  #ask(request: SearchRequest): Promise<SearchAnswer> {
    const alive = this.#threads.filter((thread) => thread.isAlive);
    if (alive.length === 0) return Promise.reject(new Error('no search thread is alive'));
    return alive[this.#asked++ % alive.length]!.ask(request);
  }
}
