import { z } from 'zod';
import { sha256 } from '../../store/sha256.ts';
import { relativeAttemptPaths } from '../record/attempt-folder.ts';
import { readDocument } from '../record/canonical-document.ts';
import type { PlainFile } from '../record/read-plain-file.ts';
import type { Receipt } from '../record/receipt.ts';
import type { Check } from './check.ts';
import { fieldAt } from './field-at.ts';
import { findChangedByte } from './find-changed-byte.ts';

export interface VerifiedVerdict {
  readonly checks: readonly Check[];
  readonly verdict?: object;
}

/** Checks the verdict against the receipt. Its meaning is defined in other rooms. */
export function verifyVerdict(id: string, file: PlainFile, receipt: Receipt | undefined): VerifiedVerdict {
  const check = { what: 'verdict: the one that was signed', where: relativeAttemptPaths.verdict(id) };
  if (receipt === undefined) return { checks: [] };
  if (receipt.verdict_hash === null) {
    if (!file.ok && file.missing) return { checks: [] };
    return { checks: [{ ...check, ok: false, detail: 'there is one, and none was signed' }] };
  }
  if (!file.ok) return { checks: [{ ...check, ok: false, detail: file.reason }] };
  const actual = sha256(file.bytes);
  const document = readDocument(file.bytes, z.looseObject({}));
  const verdict = document.ok ? { verdict: document.value } : {};
  if (actual === receipt.verdict_hash)
    return { checks: [{ ...check, ok: true, detail: `sha256 ${actual}` }], ...verdict };
  return { checks: [{ ...check, ok: false, detail: whatChanged(file.bytes, receipt.verdict_hash) }], ...verdict };
}

function whatChanged(bytes: Uint8Array, signedHash: string): string {
  const changed = findChangedByte(bytes, signedHash);
  if (changed === undefined) return `hashes to ${sha256(bytes)}, the receipt says ${signedHash}`;
  const original = readDocument(changed.original, z.looseObject({}));
  const field = original.ok ? fieldAt(original.value, changed.position) : '';
  return `byte ${changed.position} was changed${field === '' ? '' : `, in field ${field}`}`;
}
