import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { PRIVATE_FILE, storageFault, syncToDisk } from '../../store/files.ts';
import { attemptPaths, MAX_RUN_BYTES } from './attempt-folder.ts';
import { readPlainFile } from './read-plain-file.ts';
import type { Receipt } from './receipt.ts';
import { checkRunChain, runLine } from './run-chain.ts';

export interface RunFile {
  readonly receipts: readonly Receipt[];
  /** Where the next line goes: after the last whole one. */
  readonly end: number;
}

export function runPath(folder: string, runId: string): string {
  return join(attemptPaths(folder).runs, `${runId}.jsonl`);
}

/** The receipts of a run, empty before the first. Throws `EVIDENCE_CORRUPT` when they are not as they were written. */
export function readRunFile(folder: string, runId: string): RunFile {
  const path = runPath(folder, runId);
  const file = readPlainFile(path, MAX_RUN_BYTES);
  if (!file.ok && file.missing) return { receipts: [], end: 0 };
  if (!file.ok) throw corrupt(`${path} ${file.reason}.`);
  const { receipts, flaw } = checkRunChain(file.bytes, runId);
  if (flaw === undefined) return { receipts, end: file.bytes.length };
  if (flaw.torn) return { receipts, end: flaw.from };
  throw corrupt(`${path}, line ${flaw.line} ${flaw.reason}.`);
}

/**
 * Adds a receipt where `readRunFile` found the end, over a partial line that a crash may have left: it was never reported that it
 * was written. Call it only under the lock of the folder. When it throws, the run is as it was.
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
