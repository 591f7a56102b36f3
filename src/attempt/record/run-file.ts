import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { PRIVATE_FILE, storageFault, syncToDisk } from '../../store/files.ts';
import { attemptPaths, MAX_RUN_BYTES } from './attempt-folder.ts';
import { readPlainFile } from './read-plain-file.ts';
import type { Receipt } from './receipt.ts';
import { checkRunChain, runLine, type VerifiedRun } from './run-chain.ts';

export interface RunFile {
  readonly receipts: readonly Receipt[];
  /** Offset of the next line: after the last complete one. */
  readonly end: number;
}

export function runPath(folder: string, runId: string): string {
  return join(attemptPaths(folder).runs, `${runId}.jsonl`);
}

const MOST_REMEMBERED = 16;

/**
 * The runs that this process verified last, by path. Before each receipt is appended the whole run is read, and without
 * this every line would be verified again.
 */
const remembered = new Map<string, VerifiedRun & { readonly bytes: Uint8Array }>();

function remember(path: string, bytes: Uint8Array, receipts: readonly Receipt[]): void {
  remembered.delete(path);
  remembered.set(path, { receipts, length: bytes.length, bytes });
  if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
}

/** What is remembered of the run, if the file still begins with it. */
function verifiedBeginning(path: string, bytes: Uint8Array): VerifiedRun | undefined {
  const known = remembered.get(path);
  if (known === undefined) return undefined;
  return Buffer.compare(bytes.subarray(0, known.length), known.bytes) === 0 ? known : undefined;
}

/** Reads the receipts of a run; empty before the first. Throws `EVIDENCE_CORRUPT` if they were changed. */
export function readRunFile(folder: string, runId: string): RunFile {
  const path = runPath(folder, runId);
  const file = readPlainFile(path, MAX_RUN_BYTES);
  if (!file.ok && file.missing) return { receipts: [], end: 0 };
  if (!file.ok) throw corrupt(`${path} ${file.reason}.`);
  const { receipts, flaw } = checkRunChain(file.bytes, runId, verifiedBeginning(path, file.bytes));
  if (flaw === undefined) {
    remember(path, file.bytes, receipts);
    return { receipts, end: file.bytes.length };
  }
  if (flaw.torn) return { receipts, end: flaw.from };
  throw corrupt(`${path}, line ${flaw.line} ${flaw.reason}.`);
}

/**
 * Appends a receipt at the end found by `readRunFile`, overwriting a partial line that a crash may have left: that line
 * was never reported as written. Call it only under the folder lock. If it throws, the run is unchanged.
 */
export function appendToRunFile(folder: string, receipt: Receipt, end: number): void {
  const path = runPath(folder, receipt.run_id);
  try {
    const file = openSync(path, 'a', PRIVATE_FILE);
    try {
      if (fstatSync(file).size > end) ftruncateSync(file, end);
      try {
        const bytes = runLine(receipt);
        for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
        fsyncSync(file);
      } catch (error) {
        ftruncateSync(file, end);
        throw error;
      }
    } finally {
      closeSync(file);
    }
    syncToDisk(dirname(path));
  } catch (error) {
    throw storageFault(error, `writing ${path}`);
  }
}

function corrupt(message: string): Fault {
  return new Fault('EVIDENCE_CORRUPT', {
    message,
    remedy: 'Restore the file from a backup, or begin a new run. Nothing is appended to an invalid run file.',
  });
}
