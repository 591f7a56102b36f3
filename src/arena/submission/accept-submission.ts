import { appendEvent } from '../../store/database.ts';
import type { Analysis } from '../admission/analysis.ts';
import type { Arena } from '../arena.ts';
import type { Mark } from '../likeness/marks-of.ts';
import { enqueue } from '../queue/enqueue.ts';
import { queuePlace } from '../queue/queue-place.ts';
import { addVersion } from './add-version.ts';
import { takeCooldown } from './cooldown.ts';
import { findReceipt, keepReceipt, type Receipt } from './receipt.ts';
import { requireOpen } from './require-open.ts';
import type { CheckedSubmission } from './submission.ts';
import { cooldownMilliseconds } from './submission-cost.ts';

/**
 * Everything an acceptance changes, at once: either the contestant has a version in the queue, an answer that can be
 * asked for again and a cooldown, or nothing happened. What was true before the file was looked at is made certain again.
 */
export async function acceptSubmission(
  arena: Arena,
  submission: CheckedSubmission,
  { analysis, marks }: { readonly analysis: Analysis; readonly marks: readonly Mark[] },
): Promise<Receipt> {
  const { hotkey, agentName } = submission;
  const { submissions, queue, twins } = arena.policy;
  const licence = submission.licence ?? submissions.licence;
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const before = await findReceipt(transaction, submission);
    if (before !== undefined) return before;
    const { suite_id: suiteId, set_id: setId } = await requireOpen(transaction, { ...submissions, hotkey, now });
    const until = now + cooldownMilliseconds('full cooldown', submissions);
    await takeCooldown(transaction, submission, { until, now });
    const version = await addVersion(transaction, submission, {
      analysis,
      marks,
      suiteId,
      nearCopyShare: submissions.nearCopyShare,
      licence,
      now,
    });
    const data = {
      agent_version_id: version.agentVersionId,
      agent_id: version.agentId,
      agent_name: agentName,
      version_number: version.number,
      miner_hotkey: hotkey,
      licence,
    };
    const subject = `version ${version.agentVersionId}`;
    await appendEvent(transaction, {
      who: hotkey,
      what: 'submission.accepted',
      when: now,
      why: `Version ${version.number} of “${agentName}” was let in.`,
      subject,
      data: { ...data, suite_id: suiteId, next_allowed_at: new Date(until).toISOString() },
    });
    // That somebody will look at it is between the operator and the contestant; everybody reads the ledger.
    await enqueue(transaction, {
      agentVersionId: version.agentVersionId,
      suiteId,
      phase: 'QUALIFYING',
      setId,
      requiredSuccesses: queue.requiredSuccesses,
      priority: 0,
      twins,
      now,
    });
    const receipt: Receipt = {
      accepted: {
        admission_status: 'ACCEPTED',
        hotkey,
        agent_id: version.agentId,
        agent_version_id: version.agentVersionId,
        admission_reason: null,
        next_allowed_at: new Date(until).toISOString(),
        message: `Version ${version.number} of “${agentName}” was accepted and waits to be evaluated.`,
        is_flagged: version.isFlagged,
        licence,
        licence_is_default: submission.licence === undefined,
        queue: await queuePlace(transaction, version.agentVersionId, now),
      },
    };
    await keepReceipt(transaction, submission, receipt, now);
    return receipt;
  });
}
