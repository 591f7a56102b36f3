import { WorkerThread } from '../../thread/worker-thread.ts';
import type { Batch, BatchReport, BatchSetting, SignedRun } from './batch.ts';

/** Requests to a filter thread and its answers: a batch report, or the ids of attempts with unsigned receipts. */
export type FilterRequest = Batch | { readonly runs: readonly SignedRun[] };
export type FilterAnswer = BatchReport | readonly string[];

/** Receipts are copied to a thread; sending those of all runs at once would double the memory. */
const RUNS_AT_ONCE = 16;

/** Worker pool that digests attempts and, once all receipts are known, verifies their signatures. */
export class FilterWorkers {
  readonly #threads: readonly WorkerThread<FilterRequest, FilterAnswer>[];
  #asked = 0;

  constructor(threads: number, setting: BatchSetting) {
    const script = new URL('./filter-thread.ts', import.meta.url);
    this.#threads = Array.from({ length: threads }, () => new WorkerThread(script, setting));
  }

  get size(): number {
    return this.#threads.length;
  }

  async digest(batch: Batch): Promise<BatchReport> {
    return (await this.#threads[this.#asked++ % this.size]!.ask(batch)) as BatchReport;
  }

  async unsigned(runs: readonly SignedRun[]): Promise<ReadonlySet<string>> {
    const unsigned = new Set<string>();
    let next = 0;
    const askOn = async (thread: WorkerThread<FilterRequest, FilterAnswer>): Promise<void> => {
      while (next < runs.length) {
        const share = runs.slice(next, next + RUNS_AT_ONCE);
        next += RUNS_AT_ONCE;
        for (const id of (await thread.ask({ runs: share })) as readonly string[]) unsigned.add(id);
      }
    };
    await Promise.all(this.#threads.map(askOn));
    return unsigned;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }
}
