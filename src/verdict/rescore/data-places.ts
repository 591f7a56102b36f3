import { join } from 'node:path';

/** Where disputes and corrections lie below a data folder; sealed attempts are never touched. */
export const dataPlaces = {
  disputes: (data: string): string => join(data, 'disputes.jsonl'),
  verdict: (data: string, attemptId: string): string => join(data, 'attempts', attemptId, 'verdict.json'),
  /** One file per correction of the attempt, numbered from 1. */
  corrections: (data: string, attemptId: string): string => join(data, 'corrections', attemptId),
  correction: (data: string, attemptId: string, sequence: number): string =>
    join(data, 'corrections', attemptId, `${String(sequence).padStart(4, '0')}.json`),
};

export const MAX_VERDICT_BYTES = 16 * 1024 ** 2;
export const MAX_CORRECTION_BYTES = 2 * MAX_VERDICT_BYTES;
/** Some hundred thousand disputes. */
export const MAX_DISPUTES_BYTES = 256 * 1024 ** 2;
