import { join } from 'node:path';

export const DEFAULT_DATA_FOLDER = 'data';

export interface AttemptPaths {
  /** Sealed attempts, one folder each. */
  readonly attempts: string;
  /** Running attempts, and what crashes left of others. */
  readonly working: string;
  readonly runs: string;
  readonly blobs: string;
}

export function attemptPaths(folder: string): AttemptPaths {
  return {
    attempts: join(folder, 'attempts'),
    working: join(folder, 'working'),
    runs: join(folder, 'runs'),
    blobs: join(folder, 'blobs'),
  };
}

/** Paths relative to the data folder, as used in reports. */
export const relativeAttemptPaths = {
  folder: (id: string): string => `attempts/${id}`,
  attempt: (id: string): string => `attempts/${id}/attempt.json`,
  verdict: (id: string): string => `attempts/${id}/verdict.json`,
  receipt: (id: string): string => `attempts/${id}/receipt.json`,
  run: (runId: string): string => `runs/${runId}.jsonl`,
  blob: (place: string): string => `blobs/${place}`,
};

export const MAX_ATTEMPT_BYTES = 1024 ** 2;
export const MAX_VERDICT_BYTES = 4 * 1024 ** 2;
export const MAX_RECEIPT_BYTES = 64 * 1024;
/** Enough for several hundred thousand receipts. */
export const MAX_RUN_BYTES = 256 * 1024 ** 2;
