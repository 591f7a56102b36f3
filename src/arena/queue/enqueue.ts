import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { appendEvent } from '../../store/database.ts';
import { counted } from '../../text/counted.ts';
import type { ArenaTables, Phase } from '../tables/arena-tables.ts';
import { assignTwins } from '../twins/assign-twins.ts';
import type { TwinPolicy } from '../twins/twin-policy.ts';
import { findVersionData } from './version-data.ts';

export interface NewWorkItem {
  readonly agentVersionId: string;
  readonly suiteId: number;
  readonly phase: Phase;
  /** The race it is run for; omitted for qualifying. */
  readonly raceId?: string;
  readonly setId: string;
  readonly requiredSuccesses: number;
  /** Higher first. */
  readonly priority: number;
  /** For qualifying: how many twins are added to the set; none if omitted. */
  readonly twins?: TwinPolicy;
  readonly now: number;
}

/**
 * Queues a version to be run on a set of problems. If an open item exists, nothing is added, so an interrupted caller
 * may repeat this. After that item is closed, a new round is added.
 */
export async function enqueue(transaction: Transaction<ArenaTables>, item: NewWorkItem): Promise<string> {
  const { agentVersionId, suiteId, phase, raceId = '', setId, requiredSuccesses, priority, twins, now } = item;
  const newest = await transaction
    .selectFrom('work_items')
    .select(['work_item_id', 'round', 'closed_at'])
    .where('agent_version_id', '=', agentVersionId)
    .where('suite_id', '=', suiteId)
    .where('phase', '=', phase)
    .where('race_id', '=', raceId)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest !== undefined && newest.closed_at === null) return newest.work_item_id;
  const version = await findVersionData(transaction, agentVersionId);
  if (version === undefined) {
    throw new Fault('AGENT_VERSION_NOT_FOUND', { message: `There is no agent version ${agentVersionId}.` });
  }
  const workItemId = randomUUID();
  const round = newest === undefined ? 0 : newest.round + 1;
  await transaction
    .insertInto('work_items')
    .values({
      work_item_id: workItemId,
      agent_version_id: agentVersionId,
      suite_id: suiteId,
      phase,
      race_id: raceId,
      round,
      set_id: setId,
      required_successes: requiredSuccesses,
      queued_at: now,
      priority,
      closed_at: null,
      close_reason: null,
      disagreement_at: null,
    })
    .execute();
  if (twins !== undefined) await assignTwins(transaction, { workItemId, agentVersionId, suiteId, setId }, twins);
  await appendEvent(transaction, {
    who: 'arena',
    what: 'version.queued',
    when: now,
    why: `It waits for ${counted(requiredSuccesses, 'validator')} to run it${round === 0 ? '' : ' again'}.`,
    subject: `version ${agentVersionId}`,
    data: {
      ...version,
      work_item_id: workItemId,
      suite_id: suiteId,
      phase,
      race_id: raceId === '' ? null : raceId,
      round,
      required_successes: requiredSuccesses,
    },
  });
  return workItemId;
}
