import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type AttemptStore, attemptPaths, relativeAttemptPaths } from '../../attempt/record.ts';
import { storageFault, systemErrorCode, withFolderLock } from '../../store/files.ts';
import { readEvidence, type ValidatorEvidence } from './evidence-runs.ts';
import { planClean, type Retention } from './plan-clean.ts';

export interface CleanOptions extends Retention {
  readonly now: number;
  /** Deletes nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface Cleaned {
  readonly runs: number;
  readonly attempts: number;
  /** Bytes freed, or to be freed in a dry run. */
  readonly bytes: number;
  /** Bytes of the runs that are kept. */
  readonly keptBytes: number;
  readonly oldest: string | null;
}

/** A running attempt references its blobs only when it is sealed, so recently written blobs are kept. */
const SPARED_MILLISECONDS = 6 * 3_600_000;

/**
 * Deletes the evidence of runs that need not be kept. A run is deleted as a whole: first its attempts, then its
 * receipts, so that after a crash in between the next cleaning finds the run again. Blobs are deleted when no remaining
 * run references them.
 */
export async function cleanEvidence(store: AttemptStore, options: CleanOptions): Promise<Cleaned> {
  const evidence = readEvidence(store);
  const doomed = planClean(evidence.runs, options, options.now);
  const bytes = doomed.reduce((sum, run) => sum + run.bytes, 0);
  const all = evidence.runs.reduce((sum, run) => sum + run.bytes, 0);
  const oldest = doomed[0] === undefined ? null : new Date(doomed[0].endedAt).toISOString();
  const attempts = doomed.reduce((sum, run) => sum + run.attempts.length, 0);
  const cleaned = { runs: doomed.length, attempts, bytes, keptBytes: all - bytes, oldest };
  if (options.dryRun === true || doomed.length === 0) return cleaned;
  const { folder } = store;
  await withFolderLock(attemptPaths(folder).runs, async () => {
    for (const run of doomed) {
      for (const id of run.attempts) remove(join(folder, relativeAttemptPaths.folder(id)));
      remove(join(folder, relativeAttemptPaths.run(run.runId)));
    }
  });
  sweepBlobs(store, evidence, new Set(doomed.map(({ runId }) => runId)), options.now);
  return cleaned;
}

function sweepBlobs(store: AttemptStore, evidence: ValidatorEvidence, doomed: ReadonlySet<string>, now: number): void {
  const named = new Set<string>(evidence.needed);
  const freed = new Set<string>();
  for (const [runId, hashes] of evidence.blobs)
    for (const hash of hashes) (doomed.has(runId) ? freed : named).add(hash);
  const { blobs } = attemptPaths(store.folder);
  for (const hash of freed) {
    const path = join(blobs, store.blobs.placeOf(hash));
    const status = lstatSync(path, { throwIfNoEntry: false });
    const isFresh = status !== undefined && now - status.mtimeMs < SPARED_MILLISECONDS;
    if (!named.has(hash) && !isFresh) remove(path);
  }
  for (const name of foldersIn(blobs)) removeIfEmpty(join(blobs, name));
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

function removeIfEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) remove(folder);
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return;
    throw storageFault(error, `deleting ${path}`);
  }
}
