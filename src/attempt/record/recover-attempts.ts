import { Fault } from '../../fault/fault.ts';
import { withFolderLock } from '../../store/files.ts';
import { attemptPaths } from './attempt-folder.ts';
import { readRecordedCalls } from './read-recorded-calls.ts';
import { readRunFile } from './run-file.ts';
import { completeSealing } from './seal-attempt.ts';
import { type LeftWorking, leftWorking, type WorkingAttempt } from './working-attempt.ts';

export type RecoveredAttempt = { readonly id: string; readonly folder: string } & (
  | { readonly state: 'sealed' }
  /** Its calls are kept; `AttemptStore.finish` seals it, with a fault for what interrupted it. */
  | { readonly state: 'interrupted'; readonly attempt: WorkingAttempt; readonly calls: number }
  /** Kept as it is for a person to look at. */
  | { readonly state: 'damaged'; readonly reason: string }
);

/** What a crash left of attempts under way. Those whose process still lives are left alone. */
export async function recoverAttempts(data: string): Promise<readonly RecoveredAttempt[]> {
  const left = leftWorking(data);
  if (left.length === 0) return [];
  return await withFolderLock(attemptPaths(data).runs, async () => left.map((each) => recoverOne(data, each)));
}

function recoverOne(data: string, left: LeftWorking): RecoveredAttempt {
  const { id, folder } = left;
  if ('reason' in left) return { id, folder, state: 'damaged', reason: left.reason };
  const { attempt } = left;
  try {
    const { receipts } = readRunFile(data, attempt.identity.run_id);
    if (completeSealing(data, id, receipts)) return { id, folder, state: 'sealed' };
    return { id, folder, state: 'interrupted', attempt, calls: readRecordedCalls(attempt).calls.length };
  } catch (error) {
    if (!Fault.isInstance(error) || error.code !== 'EVIDENCE_CORRUPT') throw error;
    return { id, folder, state: 'damaged', reason: error.message };
  }
}
