import type { AttemptStore } from '../../attempt/record.ts';
import type { RepeatedAttempts } from '../../attempt/run.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import type { EarlierCall } from '../../gateway/earlier-answers.ts';
import type { RunResults } from './run-results.ts';

/** What the next attempt at a problem repeats; nothing when it is the first. */
export async function repeatedAttempts(
  problemId: string,
  results: Pick<RunResults, 'excusedOf' | 'excuses'>,
  store: AttemptStore,
): Promise<RepeatedAttempts | undefined> {
  const attemptIds = results.excusedOf(problemId).map(({ attempt }) => attempt.attempt_id);
  if (attemptIds.length === 0) return undefined;
  const calls: EarlierCall[] = [];
  for (const attemptId of attemptIds) {
    const verified = await verifyAttempt(store, attemptId);
    calls.push(...verified.calls.map((call) => ({ attemptId, call })));
  }
  return { attemptIds, calls, mayDepart: () => results.excuses.grantDeparture() };
}
