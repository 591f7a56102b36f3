import { Fault } from '../../fault/fault.ts';
import { withFolderLock } from '../../store/files.ts';
import { attemptPaths } from './attempt-folder.ts';
import { readRecordedCalls } from './read-recorded-calls.ts';
import { readRunFile } from './run-file.ts';
import { completeSealing } from './seal-attempt.ts';
import { type LeftWorking, leftWorking, type WorkingAttempt } from './working-attempt.ts';

export type RecoveredAttempt = { readonly id: string; readonly folder: string } & (
  | { readonly state: 'sealed' }
  /** Its calls are kept; `AttemptStore.finish` seals it, with a fault that names the interruption. */
  | { readonly state: 'interrupted'; readonly attempt: WorkingAttempt; readonly calls: number }
  /** Left unchanged for manual inspection. */
  | { readonly state: 'damaged'; readonly reason: string }
);

/**
 * Returns the number of recorded calls of an interrupted attempt. Rejects with `EVIDENCE_CORRUPT` if they were changed.
 */
export type CountCalls = (attempt: WorkingAttempt) => Promise<number>;

/** Finds attempts left by a crash. Attempts whose process is still alive are skipped. */
export async function recoverAttempts(
  data: string,
  count: CountCalls = async (attempt) => readRecordedCalls(attempt).calls.length,
): Promise<readonly RecoveredAttempt[]> {
  const left = leftWorking(data);
  if (left.length === 0) return [];
  return await withFolderLock(attemptPaths(data).runs, async () => {
    const recovered: RecoveredAttempt[] = [];
    for (const each of left) recovered.push(await recoverOne(data, each, count));
    return recovered;
  });
}

async function recoverOne(data: string, left: LeftWorking, count: CountCalls): Promise<RecoveredAttempt> {
  const { id, folder } = left;
  if ('reason' in left) return { id, folder, state: 'damaged', reason: left.reason };
  const { attempt } = left;
  try {
    const { receipts } = readRunFile(data, attempt.identity.run_id);
    if (completeSealing(data, id, receipts)) return { id, folder, state: 'sealed' };
    return { id, folder, state: 'interrupted', attempt, calls: await count(attempt) };
  } catch (error) {
    if (!Fault.isInstance(error) || error.code !== 'EVIDENCE_CORRUPT') throw error;
    return { id, folder, state: 'damaged', reason: error.message };
  }
}
