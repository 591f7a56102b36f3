import { join } from 'node:path';
import { MAX_VERDICT_BYTES } from '../../attempt/record.ts';

/** Paths of disputes and corrections in a data folder. Sealed attempts are never changed. */
export const dataPaths = {
  disputes: (data: string): string => join(data, 'disputes.jsonl'),
  /** Numbered from 1. */
  correction: (data: string, attemptId: string, sequence: number): string =>
    join(data, 'corrections', attemptId, `${String(sequence).padStart(4, '0')}.json`),
};

export const MAX_CORRECTION_BYTES = 2 * MAX_VERDICT_BYTES;
/** Enough for several hundred thousand disputes. */
export const MAX_DISPUTES_BYTES = 256 * 1024 ** 2;
