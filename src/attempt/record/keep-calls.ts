import type { Call } from '../../gateway/calls.ts';
import { type BlobReference, FileBlobs } from '../../store/blobs.ts';
import type { Attempt } from '../attempt.ts';
import { attemptPaths } from './attempt-folder.ts';
import { readRecordedCalls } from './read-recorded-calls.ts';
import { type CallTotals, summariseCalls, summariseModels } from './summarise-calls.ts';
import { summariseReplay } from './summarise-replay.ts';
import type { WorkingAttempt } from './working-attempt.ts';

/** An attempt that has ended but is not sealed yet. Plain data, so that another thread can read its calls. */
export interface RecordedAttempt {
  /** The folder of its store. */
  readonly data: string;
  readonly working: WorkingAttempt;
  /** Hash of the last call according to its recorder; the file is checked against it. */
  readonly callsHead?: string | undefined;
}

/** Everything that the record of an attempt states about its calls. */
export interface CallSummary {
  readonly blob: BlobReference;
  /** Hash of the last call. */
  readonly head: string;
  readonly count: number;
  readonly totals: CallTotals;
  readonly models: NonNullable<Attempt['models']>;
  readonly replay: Attempt['replay'] | undefined;
}

/** Result of reading the calls of an attempt. */
export interface ReadCalls {
  readonly summary: CallSummary;
  /** Grades the attempt from what was read. Its result is sealed with the attempt. */
  readonly grade?: ((attempt: Attempt) => Promise<object>) | undefined;
}

/** Reads the calls of an attempt, verifies their chain, and stores them as a blob. */
export async function keepCalls(
  recorded: RecordedAttempt,
): Promise<{ readonly calls: readonly Call[]; readonly summary: CallSummary }> {
  const { data, working, callsHead } = recorded;
  const { calls, head, bytes } = readRecordedCalls(working, callsHead);
  const blob = await new FileBlobs(attemptPaths(data).blobs).put(bytes);
  const summary = {
    blob,
    head,
    count: calls.length,
    totals: summariseCalls(calls),
    models: summariseModels(calls),
    replay: summariseReplay(working.identity, calls),
  };
  return { calls, summary };
}
