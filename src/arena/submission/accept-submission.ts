import { appendEvent } from '../../store/database.ts';
import type { Analysis } from '../admission/analysis.ts';
import type { Arena } from '../arena.ts';
import type { CodeForm } from '../likeness/code-form.ts';
import { compareStored, findOriginal } from '../likeness/find-original.ts';
import type { Mark } from '../likeness/marks-of.ts';
import { enqueue } from '../queue/enqueue.ts';
import { queuePosition } from '../queue/queue-position.ts';
import { addVersion, COPY_REASON } from './add-version.ts';
import { takeCooldown } from './cooldown.ts';
import { requireOpen } from './require-open.ts';
import { findStoredAnswer, type StoredAnswer, storeAnswer } from './stored-answer.ts';
import type { CheckedSubmission } from './submission.ts';
import { cooldownMilliseconds } from './submission-cost.ts';

/**
 * Everything an acceptance changes, in one transaction: either the contestant has a version in the queue, a stored
 * answer and a cooldown, or nothing happened. The checks made before the analysis are repeated.
 */
export async function acceptSubmission(
  arena: Arena,
  submission: CheckedSubmission,
  { analysis, marks, form }: { readonly analysis: Analysis; readonly marks: readonly Mark[]; readonly form: CodeForm },
): Promise<StoredAnswer> {
  const { hotkey, agentName } = submission;
  const { submissions, queue, twins } = arena.policy;
  const licence = submission.licence ?? submissions.licence;
  const code = { hotkey, codeSha256: submission.codeSha256, form };
  const isSameAs = compareStored(arena.blobs, form);
  if (submissions.scoreCopiesOnce) await findOriginal(arena.database.reader, isSameAs, code);
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const before = await findStoredAnswer(transaction, submission);
    if (before !== undefined) return before;
    const { suite_id: suiteId, set_id: setId } = await requireOpen(transaction, { ...submissions, hotkey, now });
    const until = now + cooldownMilliseconds('full cooldown', submissions);
    await takeCooldown(transaction, submission, { until, now });
    const original = submissions.scoreCopiesOnce ? await findOriginal(transaction, isSameAs, code) : undefined;
    const version = await addVersion(transaction, submission, {
      analysis,
      marks,
      form,
      original,
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
    // The flag for review is omitted: it concerns only the operator and the contestant, and the ledger is public.
    await appendEvent(transaction, {
      who: hotkey,
      what: 'submission.accepted',
      when: now,
      why: `Version ${version.number} of “${agentName}” was accepted.`,
      subject,
      data: { ...data, suite_id: suiteId, next_allowed_at: new Date(until).toISOString() },
    });
    if (original === undefined) {
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
    } else {
      await appendEvent(transaction, {
        who: 'arena',
        what: 'version.discarded',
        when: now,
        why: COPY_REASON,
        subject,
        data: { ...data, suite_id: suiteId },
      });
    }
    const receipt: StoredAnswer = {
      accepted: {
        admission_status: 'ACCEPTED',
        hotkey,
        agent_id: version.agentId,
        agent_version_id: version.agentVersionId,
        admission_reason: null,
        next_allowed_at: new Date(until).toISOString(),
        message:
          original === undefined
            ? `Version ${version.number} of “${agentName}” was accepted and waits to be evaluated.`
            : `Version ${version.number} of “${agentName}” was received and is not evaluated. ${COPY_REASON}`,
        is_flagged: version.isFlagged,
        is_duplicate: original !== undefined,
        licence,
        licence_is_default: submission.licence === undefined,
        queue: await queuePosition(transaction, version.agentVersionId, now),
      },
    };
    await storeAnswer(transaction, submission, receipt, now);
    return receipt;
  });
}
