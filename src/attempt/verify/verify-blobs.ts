import type { BlobReference, Blobs } from '../../store/blobs.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Attempt } from '../attempt.ts';
import { relativeAttemptPaths } from '../record/attempt-folder.ts';
import type { Check } from './check.ts';

export interface Evidence {
  readonly id: string;
  readonly attempt: Attempt;
  /** If false, the record may name blobs that never existed. */
  readonly recordIsSigned: boolean;
  readonly blobs: Blobs;
}

/** Checks that every blob named by the record exists, has the right size, and hashes to its name. */
export async function verifyBlobs(evidence: Evidence): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const [name, reference] of Object.entries(evidence.attempt.blobs)) {
    if (reference !== null) checks.push(await verifyBlob(name, reference, evidence));
  }
  return checks;
}

async function verifyBlob(name: string, reference: BlobReference, evidence: Evidence): Promise<Check> {
  const { blobs, id, recordIsSigned } = evidence;
  const what = `blob ${name}: the bytes that were kept`;
  const where = relativeAttemptPaths.blob(blobs.placeOf(reference.sha256));
  const found = await blobs.inspect(reference.sha256, reference.bytes);
  if (found === undefined) {
    if (recordIsSigned) return { what, ok: false, where, detail: 'is missing' };
    const detail = `blobs.${name}.sha256 names a blob that is not there`;
    return { what, ok: false, where: relativeAttemptPaths.attempt(id), detail };
  }
  const whole = found.size === reference.bytes;
  const actual = whole ? sha256(found.bytes) : undefined;
  if (actual === reference.sha256) return { what, ok: true, where, detail: `${found.size} bytes` };
  const detail = whole ? `hashes to ${actual}` : `has ${found.size} bytes where ${reference.bytes} are expected`;
  return { what, ok: false, where, detail };
}
