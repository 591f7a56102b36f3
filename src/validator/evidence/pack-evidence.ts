import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SealedAttempt } from '../../attempt/run.ts';
import type { Call } from '../../gateway/calls.ts';

const compress = promisify(gzip);

/** The signed parts of an attempt, and the receipt. */
export type SignedParts = Pick<SealedAttempt, 'attempt' | 'verdict' | 'receipt'>;

/** The file that is uploaded as evidence of an attempt; without the calls if they are too large. */
export async function packEvidence(
  { attempt, verdict, receipt }: SignedParts,
  calls?: readonly Call[],
): Promise<Uint8Array<ArrayBuffer>> {
  return await packed(Buffer.from(JSON.stringify({ version: 1, attempt, verdict, receipt, ...(calls && { calls }) })));
}

export async function packed(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compress(bytes));
}
