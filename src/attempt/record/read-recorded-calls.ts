import { Fault } from '../../fault/fault.ts';
import { type VerifiedCalls, verifyCalls } from '../../gateway/calls.ts';
import { MAX_BLOB_BYTES } from '../../store/blobs.ts';
import { readPlainFile } from './read-plain-file.ts';
import type { WorkingAttempt } from './working-attempt.ts';

export interface RecordedCalls extends Omit<VerifiedCalls, 'flaw'> {
  readonly bytes: Uint8Array;
}

/**
 * The calls as recorded by the gateway; empty if it received none. Calls that were changed while the attempt ran raise
 * `EVIDENCE_CORRUPT` and are never signed. After a crash, the last call may be incomplete; its answer was never sent.
 *
 * @param remembered The hash of the last call according to the gateway, if it is still running.
 */
export function readRecordedCalls(
  { callsPath, opening, interrupted }: WorkingAttempt,
  remembered?: string,
): RecordedCalls {
  const file = readPlainFile(callsPath, MAX_BLOB_BYTES);
  if (!file.ok && !file.missing) throw changed(`${callsPath} ${file.reason}.`);
  const bytes = file.ok ? file.bytes : new Uint8Array(0);
  const { calls, head, flaw } = verifyCalls(bytes, opening);
  if (flaw !== undefined && !(flaw.kind === 'torn' && interrupted)) {
    throw changed(`${callsPath}, call ${flaw.line} (bytes ${flaw.start} to ${flaw.end}): ${flaw.reason}.`);
  }
  if (remembered !== undefined && remembered !== head) {
    throw changed(`${callsPath} does not end with the last call that was recorded.`);
  }
  return { calls, head, bytes: bytes.subarray(0, flaw?.start) };
}

function changed(message: string): Fault {
  return new Fault('EVIDENCE_CORRUPT', { message, remedy: 'The file is kept as it is. Run the attempt again.' });
}
