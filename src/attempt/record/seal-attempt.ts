import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Hotkey } from '../../identity/hotkey.ts';
import { makePrivateFolder, PRIVATE_READ_ONLY, storageFault, syncToDisk, withFolderLock } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import { type Attempt, attemptSchema } from '../attempt.ts';
import { attemptPaths, MAX_ATTEMPT_BYTES, MAX_RECEIPT_BYTES, MAX_VERDICT_BYTES } from './attempt-folder.ts';
import { readDocument, writeDocument } from './canonical-document.ts';
import { readPlainFile } from './read-plain-file.ts';
import { type Receipt, receiptHash, receiptSchema, signReceipt } from './receipt.ts';
import { appendToRunFile, readRunFile } from './run-file.ts';
import { endWorking, workingFolder } from './working-attempt.ts';
import { writeNewFile } from './write-new-file.ts';

/** An attempt and its verdict; `null` if it has none. */
export interface GradedAttempt {
  readonly attempt: Attempt;
  readonly verdict: object | null;
}

export interface SealedAttempt extends GradedAttempt {
  readonly receipt: Receipt;
}

/**
 * Signs an attempt, adds it to its run and makes it visible, in an order that is safe if a crash interrupts it: write
 * and sync all files in a temporary folder, append the line to the run, which is the commit point, then rename once.
 * Before the line, nothing has happened; after it, `completeSealing` does the rest.
 */
export async function sealAttempt(
  data: string,
  { attempt, verdict }: GradedAttempt,
  hotkey: Hotkey,
  now: () => Date,
): Promise<Receipt> {
  const { attempt_id, run_id } = attempt;
  const verdictBytes = verdict === null ? null : writeDocument(verdict);
  makePrivateFolder(attemptPaths(data).runs);
  return await withFolderLock(attemptPaths(data).runs, async () => {
    const { receipts, end } = readRunFile(data, run_id);
    const before = receipts.at(-1);
    if (before !== undefined) completeSealing(data, before.attempt_id, receipts);
    if (receipts.some((receipt) => receipt.attempt_id === attempt_id)) {
      throw new Error(`attempt ${attempt_id} is sealed already`);
    }
    if (before !== undefined && before.hotkey !== hotkey.address) {
      throw new Error(`run ${run_id} belongs to ${before.hotkey}, not to ${hotkey.address}`);
    }
    const bytes = writeDocument(attempt);
    const unsigned = {
      attempt_id,
      run_id,
      sequence: (before?.sequence ?? 0) + 1,
      previous: before === undefined ? null : receiptHash(before),
      attempt_hash: sha256(bytes),
      verdict_hash: verdictBytes === null ? null : sha256(verdictBytes),
      signed_at: now().toISOString(),
    };
    const receipt = signReceipt(unsigned, hotkey);
    writeAside(data, attempt_id, {
      'attempt.json': bytes,
      'receipt.json': writeDocument(receipt),
      ...(verdictBytes !== null && { 'verdict.json': verdictBytes }),
    });
    appendToRunFile(data, receipt, end);
    makeVisible(data, attempt_id);
    return receipt;
  });
}

/**
 * Completes sealing after a crash: an attempt whose receipt is in its run is made visible. Returns whether it is
 * sealed; otherwise nothing is changed. Call it only under the lock of the runs.
 */
export function completeSealing(data: string, id: string, receipts: readonly Receipt[]): boolean {
  const receipt = receipts.find((each) => each.attempt_id === id);
  if (receipt === undefined) return false;
  if (existsSync(join(attemptPaths(data).attempts, id))) {
    endWorking(data, id);
    return true;
  }
  const file = readPlainFile(join(asideFolder(data, id), 'receipt.json'), MAX_RECEIPT_BYTES);
  const document = file.ok ? readDocument(file.bytes, receiptSchema) : file;
  if (!document.ok || document.value.signature !== receipt.signature) return false;
  makeVisible(data, id);
  return true;
}

/** An attempt that was about to be signed when its process died. */
export function keptAside(data: string, id: string): GradedAttempt | undefined {
  const file = readPlainFile(join(asideFolder(data, id), 'attempt.json'), MAX_ATTEMPT_BYTES);
  const document = file.ok ? readDocument(file.bytes, attemptSchema) : file;
  if (!document.ok || document.value.attempt_id !== id) return undefined;
  const verdict = readVerdict(join(asideFolder(data, id), 'verdict.json'));
  return verdict === undefined ? undefined : { attempt: document.value, verdict };
}

/** `null` if there is no verdict; `undefined` if it cannot be read. */
function readVerdict(path: string): object | null | undefined {
  const file = readPlainFile(path, MAX_VERDICT_BYTES);
  if (!file.ok) return file.missing ? null : undefined;
  const document = readDocument(file.bytes, z.looseObject({}));
  return document.ok ? document.value : undefined;
}

function asideFolder(data: string, id: string): string {
  return join(workingFolder(data, id), 'sealed');
}

function writeAside(data: string, id: string, files: Readonly<Record<string, Uint8Array>>): void {
  const aside = asideFolder(data, id);
  try {
    rmSync(aside, { recursive: true, force: true });
    makePrivateFolder(aside);
    for (const [name, bytes] of Object.entries(files)) writeNewFile(join(aside, name), bytes, PRIVATE_READ_ONLY);
    syncToDisk(aside);
  } catch (error) {
    throw storageFault(error, `writing ${aside}`);
  }
}

function makeVisible(data: string, id: string): void {
  const { attempts } = attemptPaths(data);
  const place = join(attempts, id);
  try {
    makePrivateFolder(attempts);
    renameSync(asideFolder(data, id), place);
    syncToDisk(attempts);
    endWorking(data, id);
  } catch (error) {
    throw storageFault(error, `writing ${place}`);
  }
}
