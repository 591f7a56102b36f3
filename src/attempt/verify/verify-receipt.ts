import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import { uuidSchema } from '../attempt.ts';
import { relativeAttemptPaths } from '../record/attempt-folder.ts';
import { readDocument, writeDocument } from '../record/canonical-document.ts';
import type { PlainFile } from '../record/read-plain-file.ts';
import { isSigned, type Receipt, receiptSchema } from '../record/receipt.ts';
import type { Check } from './check.ts';
import { fieldAt } from './field-at.ts';
import type { OpenedRun } from './verify-run.ts';

export interface VerifiedReceipt {
  readonly checks: readonly Check[];
  /** Signed and about this attempt: from its own file or, if that is damaged, from its run. */
  readonly trusted?: Receipt;
}

/** Verifies the receipt and, if it is invalid, reports how it differs from its copy in the run. */
export function verifyReceipt(id: string, file: PlainFile, run: OpenedRun): VerifiedReceipt {
  const where = relativeAttemptPaths.receipt(id);
  const copy = run.chain.receipts.find((receipt) => receipt.attempt_id === id);
  const form = { what: 'receipt: in canonical form', where };
  const signature = { what: 'receipt: signed by its hotkey', where };

  const document = file.ok ? readDocument(file.bytes, receiptSchema) : file;
  if (!document.ok) {
    const detail = [document.reason, file.ok && copy && difference(file.bytes, copy)].filter(Boolean).join('; ');
    const unchecked = { ...signature, ok: false, detail: 'not checked: the receipt cannot be read' };
    return { checks: [{ ...form, ok: false, detail }, unchecked], ...(copy && { trusted: copy }) };
  }
  const receipt = document.value;
  const read = { ...form, ok: true, detail: '' };
  if (!isSigned(receipt)) {
    const differs = copy && file.ok ? difference(file.bytes, copy) : 'something in it was changed';
    const detail = `${receipt.hotkey} did not sign this; ${differs}`;
    return { checks: [read, { ...signature, ok: false, detail }], ...(copy && { trusted: copy }) };
  }
  const signed = { ...signature, ok: true, detail: receipt.hotkey };
  if (receipt.attempt_id === id) return { checks: [read, signed], trusted: receipt };
  const what = 'folder: named by its attempt';
  const detail = `holds attempt ${receipt.attempt_id}`;
  return {
    checks: [read, signed, { what, ok: false, where: relativeAttemptPaths.folder(id), detail }],
    trusted: receipt,
  };
}

/** The run of an attempt: from its receipt if that is signed, otherwise from its record. */
export function guessedRunId(receiptFile: PlainFile, recordFile: PlainFile): string | undefined {
  const receipt = receiptFile.ok ? readDocument(receiptFile.bytes, receiptSchema) : receiptFile;
  if (receipt.ok && isSigned(receipt.value)) return receipt.value.run_id;
  return (recordFile.ok ? saidRunId(recordFile.bytes) : undefined) ?? (receipt.ok ? receipt.value.run_id : undefined);
}

function saidRunId(bytes: Uint8Array): string | undefined {
  const json = parseJson(Buffer.from(bytes).toString('utf8'));
  const parsed = z.object({ run_id: uuidSchema }).safeParse(json.ok ? json.value : undefined);
  return parsed.success ? parsed.data.run_id : undefined;
}

function difference(bytes: Uint8Array, copy: Receipt): string {
  const original = writeDocument(copy);
  const position = original.findIndex((byte, place) => byte !== bytes[place]);
  if (position === -1) return `its run has a receipt of ${original.length} bytes, this has ${bytes.length}`;
  const field = fieldAt(copy, position);
  return `byte ${position} differs from the copy in the run${field === '' ? '' : `, in field ${field}`}`;
}
