import { appendEvent } from '../../store/database.ts';
import type { Analysis } from '../admission/analysis.ts';
import type { Arena } from '../arena.ts';
import { secondsUntil, takeCooldown } from './cooldown.ts';
import { refusalOf } from './refusal.ts';
import { findStoredAnswer, type StoredAnswer, storeAnswer } from './stored-answer.ts';
import type { CheckedSubmission } from './submission.ts';
import { cooldownMilliseconds, submissionCost } from './submission-cost.ts';

/**
 * Rejects a file. The answer to a harmless file is not stored, so a corrected file may be submitted with the same key.
 */
export async function refuseSubmission(
  arena: Arena,
  submission: CheckedSubmission,
  analysis: Analysis,
): Promise<StoredAnswer> {
  const cost = submissionCost(analysis);
  if (cost === 'nothing') return { refused: refusalOf(analysis, 0) };
  const { hotkey, agentName } = submission;
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const before = await findStoredAnswer(transaction, submission);
    if (before !== undefined) return before;
    const until = now + cooldownMilliseconds(cost, arena.policy.submissions);
    await takeCooldown(transaction, submission, { until, now });
    const receipt = { refused: refusalOf(analysis, secondsUntil(until, now)) };
    await storeAnswer(transaction, submission, receipt, now);
    await appendEvent(transaction, {
      who: hotkey,
      what: 'submission.refused',
      when: now,
      why: `The file was rejected because of ${analysis.gravest} findings.`,
      subject: `hotkey ${hotkey}`,
      data: {
        miner_hotkey: hotkey,
        agent_name: agentName,
        class: analysis.gravest,
        codes: [...new Set(analysis.findings.map(({ code }) => code))].sort(),
        next_allowed_at: new Date(until).toISOString(),
      },
    });
    return receipt;
  });
}
