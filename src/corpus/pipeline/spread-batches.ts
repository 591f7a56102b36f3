import { type BatchReport, batchName, type InputRow, type PlannedBatch } from './batch.ts';
import type { FilterWorkers } from './filter-workers.ts';
import type { RowSource } from './input-rows.ts';

/** Large enough that a thread does not get a request per row, small enough that an interruption loses little. */
export const BATCH_CHARACTERS = 4 * 1024 ** 2;
const BATCH_ROWS = 2_000;
/** Number of batches queued ahead per thread; each is held in memory twice. */
const AHEAD = 2;

/** Splits rows into batches. The boundaries depend only on the input, so a resumed run finds its finished batches. */
export async function* cutBatches(sources: readonly RowSource[]): AsyncGenerator<PlannedBatch> {
  let rows: InputRow[] = [];
  let characters = 0;
  let number = 0;
  for (const source of sources) {
    for await (const row of source.rows()) {
      rows.push(row);
      characters += sizeOf(row);
      if (characters < BATCH_CHARACTERS && rows.length < BATCH_ROWS) continue;
      yield planned(++number, rows);
      rows = [];
      characters = 0;
    }
  }
  if (rows.length > 0) yield planned(++number, rows);
}

function planned(number: number, rows: readonly InputRow[]): PlannedBatch {
  return { name: batchName(number), size: rows.length, read: async () => rows };
}

function sizeOf(row: InputRow): number {
  if ('text' in row) return row.text.length;
  if ('upload' in row) return row.upload.length;
  if ('claim' in row) return row.claim.messages.reduce((sum, { content }) => sum + content.length, 1_000);
  return 'path' in row ? row.end - row.start : 100;
}

export interface SpreadOptions {
  readonly workers: FilterWorkers;
  readonly isDone: (batch: PlannedBatch) => boolean;
  /** Called for every batch in order; the report is `null` for a batch that was done before. */
  readonly onBatch: (name: string, report: BatchReport | null) => Promise<void>;
}

/** Digests every unfinished batch in the worker pool. */
export async function spreadBatches(
  batches: AsyncIterable<PlannedBatch>,
  { workers, isDone, onBatch }: SpreadOptions,
): Promise<void> {
  const pending: { readonly name: string; readonly report: Promise<BatchReport | null> }[] = [];
  const finishFirst = async (): Promise<void> => {
    const { name, report } = pending.shift()!;
    await onBatch(name, await report);
  };
  try {
    for await (const batch of batches) {
      if (pending.length >= AHEAD * workers.size) await finishFirst();
      const { name } = batch;
      const report = isDone(batch) ? Promise.resolve(null) : workers.digest({ name, rows: await batch.read() });
      // A failure is handled when the batch's turn comes; until then it must not count as unhandled.
      report.catch(() => {});
      pending.push({ name, report });
    }
    while (pending.length > 0) await finishFirst();
  } catch (error) {
    // Work in progress is finished, so that the next run need not repeat it.
    await Promise.allSettled(pending.map(({ report }) => report));
    throw error;
  }
}
