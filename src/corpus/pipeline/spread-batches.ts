import { type BatchReport, batchName, type InputRow, type PlannedBatch } from './batch.ts';
import type { FilterWorkers } from './filter-workers.ts';
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
  /** Called with every batch in its order; the report is `null` for one that was done before. */
  readonly onBatch: (name: string, report: BatchReport | null) => Promise<void>;
}

/** Has every batch that is not done yet done by some thread. */
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
      // One that fails is noticed when its turn comes; until then it must not count as unhandled.
      report.catch(() => {});
      pending.push({ name, report });
    }
    while (pending.length > 0) await finishFirst();
  } catch (error) {
    // What is under way is finished, so that the next run need not do it again.
    await Promise.allSettled(pending.map(({ report }) => report));
    throw error;
  }
}
