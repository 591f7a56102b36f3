import type { AttemptStore } from '../../attempt/record.ts';
import type { RepeatedAttempts } from '../../attempt/run.ts';
import type { EarlierCall } from '../../gateway/earlier-answers.ts';
import { askEvidenceThread } from '../evidence/ask-evidence-thread.ts';
import type { RunResults } from './run-results.ts';

/** The earlier attempts that the next attempt at a problem repeats; `undefined` for the first attempt. */
export async function repeatedAttempts(
  problemId: string,
  results: Pick<RunResults, 'excusedOf' | 'excuses'>,
  store: AttemptStore,
): Promise<RepeatedAttempts | undefined> {
  const attemptIds = results.excusedOf(problemId).map(({ attempt }) => attempt.attempt_id);
  if (attemptIds.length === 0) return undefined;
  const calls: EarlierCall[] = [];
  for (const attemptId of attemptIds) {
    calls.push(...(await askEvidenceThread('earlierCalls', { data: store.folder, attemptId })));
  }
  return { attemptIds, calls, mayDepart: () => results.excuses.grantDeparture() };
}
