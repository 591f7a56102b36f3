import { WorkerThread } from '../../thread/worker-thread.ts';
import type { Batch, BatchReport, BatchSetting, InputRow } from './batch.ts';
import type { RowSource } from './input-rows.ts';

/** Large enough that a thread is not asked for every row, small enough that little is lost with an interrupted one. */
export const BATCH_CHARACTERS = 4 * 1024 ** 2;
const BATCH_ROWS = 2_000;
/** Batches a thread may be ahead by; each is held in memory twice. */
const AHEAD = 2;

/**
 * Cuts rows into batches. Where they are cut depends on the input alone, so that a run that is taken up again finds the
 * same batches it had finished.
 */
export async function* cutBatches(sources: readonly RowSource[]): AsyncGenerator<Batch> {
  let rows: Batch['rows'][number][] = [];
  let characters = 0;
  let number = 0;
  for (const source of sources) {
    for await (const row of source.rows()) {
      rows.push(row);
      characters += sizeOf(row);
      if (characters < BATCH_CHARACTERS && rows.length < BATCH_ROWS) continue;
      yield { number: ++number, rows };
      rows = [];
      characters = 0;
    }
  }
  if (rows.length > 0) yield { number: ++number, rows };
}

function sizeOf(row: InputRow): number {
  if ('text' in row) return row.text.length;
  return 'path' in row ? row.end - row.start : 100;
}

export interface SpreadOptions {
  readonly threads: number;
  readonly setting: BatchSetting;
  readonly isDone: (batch: Batch) => boolean;
  readonly onReport: (report: BatchReport) => void;
}

/** Has every batch that is not done yet done by some thread. Returns how many there are in all. */
export async function spreadBatches(
  batches: AsyncIterable<Batch>,
  { threads, setting, isDone, onReport }: SpreadOptions,
): Promise<number> {
  const script = new URL('./filter-thread.ts', import.meta.url);
  const workers = Array.from({ length: threads }, () => new WorkerThread<Batch, BatchReport>(script, setting));
  const pending: Promise<BatchReport>[] = [];
  let asked = 0;
  let count = 0;
  try {
    for await (const batch of batches) {
      count++;
      if (isDone(batch)) continue;
      if (pending.length >= AHEAD * threads) onReport(await pending.shift()!);
      const report = workers[asked++ % threads]!.ask(batch);
      // One that fails is noticed when its turn comes; until then it must not count as unhandled.
      report.catch(() => {});
      pending.push(report);
    }
    for (const report of pending) onReport(await report);
  } catch (error) {
    // What is under way is finished, so that the next run need not do it again.
    await Promise.allSettled(pending);
    throw error;
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  return count;
}
