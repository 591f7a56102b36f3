import type { Call } from '../../gateway/calls.ts';
import { type BlobReference, FileBlobs } from '../../store/blobs.ts';
import type { Attempt } from '../attempt.ts';
import { attemptPaths } from './attempt-folder.ts';
import { readRecordedCalls } from './read-recorded-calls.ts';
import { type CallTotals, summariseCalls, summariseModels } from './summarise-calls.ts';
import { summariseReplay } from './summarise-replay.ts';
import type { WorkingAttempt } from './working-attempt.ts';

/** An attempt that has ended and is not sealed yet. Plain data, so that another thread can read its calls. */
export interface RecordedAttempt {
  /** The folder of its store. */
  readonly data: string;
  readonly working: WorkingAttempt;
  /** The hash of the last call as its recorder remembers it, against which the file is held. */
  readonly callsHead?: string | undefined;
}

/** All that the record of an attempt says of its calls. */
export interface CallSummary {
  readonly blob: BlobReference;
  /** Hash of the last call. */
  readonly head: string;
  readonly count: number;
  readonly totals: CallTotals;
  readonly models: NonNullable<Attempt['models']>;
  readonly replay: Attempt['replay'] | undefined;
}

/** What came of reading the calls of an attempt. */
export interface ReadCalls {
  readonly summary: CallSummary;
  /** Concludes something about the attempt from what was read. What it returns is sealed with the attempt. */
  readonly grade?: ((attempt: Attempt) => Promise<object>) | undefined;
}

/** Reads the calls of an attempt, holds them against their chain, and keeps them as a blob. */
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
