import { Fault } from '../../fault/fault.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { enqueue } from '../queue/enqueue.ts';
import { closeItemsOf } from './cancel-version.ts';
import { type OperatorAct, reasonOf, sentence } from './operator-act.ts';
import { knownSuite, knownVersion, NO_SCORE, setEntry } from './version-entry.ts';

const MOST_REQUIRED = 15;
/** A version that is evaluated again has already waited once. */
const PRIORITY = 1;

export interface Reevaluation extends OperatorAct {
  readonly suiteId?: number | null;
  /** Defaults to the policy's number. */
  readonly requiredSuccesses?: number | null;
}

/**
 * Evaluates a version again. Its score is removed immediately, not when the new one exists: a score that the operator
 * doubts must neither qualify the version nor affect others.
 */
export async function reevaluateVersion(
  arena: Arena,
  agentVersionId: string,
  reevaluation: Reevaluation,
): Promise<{ readonly workItemId: string; readonly suiteId: number }> {
  const reason = reasonOf(reevaluation);
  const { who, suiteId, requiredSuccesses: asked } = reevaluation;
  const requiredSuccesses = asked ?? arena.policy.queue.requiredSuccesses;
  if (!Number.isInteger(requiredSuccesses) || requiredSuccesses < 1 || requiredSuccesses > MOST_REQUIRED) {
    throw new Fault('INPUT_INVALID', {
      message: `${requiredSuccesses} runs cannot be required.`,
      remedy: `Choose a whole number from 1 to ${MOST_REQUIRED}.`,
    });
  }
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const version = await knownVersion(transaction, agentVersionId);
    const { suite_id, set_id } = await knownSuite(transaction, suiteId);
    const { cancelled_at } = await transaction
      .selectFrom('agent_versions')
      .select('cancelled_at')
      .where('agent_version_id', '=', agentVersionId)
      .executeTakeFirstOrThrow();
    if (cancelled_at !== null) {
      throw new Fault('INPUT_INVALID', {
        message: 'The version was cancelled and is no longer evaluated.',
        remedy: 'Ask its contestant to submit it again.',
      });
    }
    await closeItemsOf(
      transaction,
      agentVersionId,
      { closeReason: 'cancelled', why: 'The version is evaluated again.', who, now },
      { phase: 'QUALIFYING', suiteId: suite_id },
    );
    await setEntry(transaction, { agent_version_id: agentVersionId, suite_id }, NO_SCORE);
    await appendEvent(transaction, {
      who,
      what: 'version.reevaluated',
      when: now,
      why: `${sentence(reason)} Its score is removed until it has been run again.`,
      subject: `version ${agentVersionId}`,
      data: { ...version, suite_id, required_successes: requiredSuccesses },
    });
    const workItemId = await enqueue(transaction, {
      agentVersionId,
      suiteId: suite_id,
      phase: 'QUALIFYING',
      setId: set_id,
      requiredSuccesses,
      priority: PRIORITY,
      twins: arena.policy.twins,
      now,
    });
    return { workItemId, suiteId: suite_id };
  });
}
