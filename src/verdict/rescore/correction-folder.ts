import { randomUUID } from 'node:crypto';
import { linkSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDocument, readPlainFile, writeDocument, writeNewFile } from '../../attempt/record.ts';
import { Fault } from '../../fault/fault.ts';
import { makeFolder, PRIVATE_READ_ONLY, storageFault, syncToDisk } from '../../store/files.ts';
import { type Correction, correctionHash, correctionSchema } from './correction.ts';
import { dataPaths, MAX_CORRECTION_BYTES } from './data-paths.ts';
import { isDocumentSigned } from './sign-document.ts';

/**
 * The corrections of an attempt, oldest first, each following from the one before. Only the validator that signed the
 * attempt can correct its verdict.
 */
export function readCorrections(data: string, attemptId: string, validator: string): readonly Correction[] {
  const corrections: Correction[] = [];
  for (let sequence = 1; ; sequence++) {
    const path = dataPaths.correction(data, attemptId, sequence);
    const file = readPlainFile(path, MAX_CORRECTION_BYTES);
    if (!file.ok && file.missing) return corrections;
    const document = file.ok ? readDocument(file.bytes, correctionSchema) : file;
    if (!document.ok) throw corrupt(path, document.reason);
    const correction = document.value;
    const last = corrections.at(-1);
    if (correction.attempt_id !== attemptId) throw corrupt(path, `is about attempt ${correction.attempt_id}`);
    if (correction.sequence !== sequence) throw corrupt(path, `says that it is number ${correction.sequence}`);
    if (correction.previous !== (last === undefined ? null : correctionHash(last))) {
      throw corrupt(path, 'does not follow from the one before it');
    }
    if (correction.hotkey !== validator || !isDocumentSigned(correction)) {
      throw corrupt(path, `was not signed by ${validator}`);
    }
    corrections.push(correction);
  }
}

/** Writes a correction next to the existing ones. The link appears atomically and never replaces an existing file. */
export function writeCorrection(data: string, correction: Correction): void {
  const path = dataPaths.correction(data, correction.attempt_id, correction.sequence);
  const folder = dirname(path);
  const aside = join(folder, `.${randomUUID()}`);
  try {
    makeFolder(folder);
    writeNewFile(aside, writeDocument(correction), PRIVATE_READ_ONLY);
    linkSync(aside, path);
    rmSync(aside);
    syncToDisk(folder);
  } catch (error) {
    rmSync(aside, { force: true });
    throw storageFault(error, `writing ${path}`);
  }
}

function corrupt(path: string, reason: string): Fault {
  return new Fault('EVIDENCE_CORRUPT', { message: `${path} ${reason}.`, remedy: 'Restore the file from a backup.' });
}
