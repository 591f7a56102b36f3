import { WorkerThread } from '../../thread/worker-thread.ts';
import type { Batch, BatchReport, BatchSetting, SignedRun } from './batch.ts';

/** What a thread of the filter is asked, and what it answers: ids of attempts whose receipts nobody signed. */
export type CrewRequest = Batch | { readonly runs: readonly SignedRun[] };
export type CrewAnswer = BatchReport | readonly string[];

/** Receipts are copied on their way to a thread; those of all runs at once would take as much room as all else. */
const RUNS_AT_ONCE = 16;

/** The threads that look at attempts, and at the end, when all receipts are there, at their signatures. */
export class FilterCrew {
  readonly #threads: readonly WorkerThread<CrewRequest, CrewAnswer>[];
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
    const askOn = async (thread: WorkerThread<CrewRequest, CrewAnswer>): Promise<void> => {
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
