import type { Selectable, Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { closeItem } from '../queue/close-item.ts';
import { enqueue } from '../queue/enqueue.ts';
import { readRetired } from '../secrecy/read-retired.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { TwinPolicy } from '../twins/twin-policy.ts';

export interface ActivatedSuite {
  readonly suiteId: number;
  readonly suiteVersion: number;
  /** How many of the previous suite's best versions are run again on this one. */
  readonly requeuedVersions: number;
  /** Versions that were waiting or running on the previous suite and now wait on this one. */
  readonly movedVersions: number;
}

/**
 * Makes a suite the only active one. The race whose window is open continues with it. Versions still waiting on the
 * previous suite keep their queue position on the new one, because a score on the previous suite would not decide
 * anything.
 */
export async function activateSuite(
  { database, policy, now }: Arena,
  suiteId: number,
  { who, requeueTopN = 0 }: { readonly who: string; readonly requeueTopN?: number },
): Promise<ActivatedSuite> {
  return await database.withTransaction(async (transaction) => {
    const suites = await transaction.selectFrom('suites').selectAll().execute();
    const suite = suites.find((each) => each.suite_id === suiteId);
    if (suite === undefined) {
      throw new Fault('SUITE_NOT_FOUND', {
        message: `There is no suite ${suiteId}.`,
        remedy: 'Create it first; `assay admin suite list` lists all suites.',
      });
    }
    const activated = { suiteId, suiteVersion: suite.suite_version };
    if (suite.is_active) return { ...activated, requeuedVersions: 0, movedVersions: 0 };
    await assertAnswersSecret(transaction, suite);
    const former = suites.find(({ is_active }) => is_active);
    await transaction.updateTable('suites').set({ is_active: false }).where('is_active', '=', true).execute();
    await transaction
      .updateTable('suites')
      .set({ is_active: true, activated_at: now() })
      .where('suite_id', '=', suiteId)
      .execute();
    await transaction.updateTable('races').set({ suite_id: suiteId }).where('state', '=', 'qualifying_open').execute();
    const queue = {
      suiteId,
      setId: suite.set_id,
      requiredSuccesses: policy.queue.requiredSuccesses,
      twins: policy.twins,
      now: now(),
    };
    const moved = former === undefined ? 0 : await moveWaiting(transaction, former.suite_id, queue, who);
    const requeued = former === undefined ? 0 : await requeueBest(transaction, former.suite_id, queue, requeueTopN);
    await appendEvent(transaction, {
      who,
      what: 'suite.activated',
      when: now(),
      why: `Versions are scored on it from now on${former === undefined ? '' : `, no longer on suite ${former.suite_id}`}.`,
      subject: `suite ${suiteId}`,
      data: {
        suite_id: suiteId,
        former_suite_id: former?.suite_id ?? null,
        requeued_versions: requeued,
        moved_versions: moved,
      },
    });
    return { ...activated, requeuedVersions: requeued, movedVersions: moved };
  });
}

/**
 * When a public suite is replaced, the answers of its retired problems become public. From then on, no suite that
 * contains one of these problems can be activated.
 */
async function assertAnswersSecret(
  transaction: Transaction<ArenaTables>,
  { suite_id, set_id }: Selectable<ArenaTables['suites']>,
): Promise<void> {
  const problems = await transaction
    .selectFrom('set_problems')
    .select('source_id')
    .where('set_id', '=', set_id)
    .execute();
  const replaced = await transaction
    .selectFrom('set_problems')
    .innerJoin('suites', 'suites.set_id', 'set_problems.set_id')
    .select('set_problems.source_id')
    .where('suites.is_public', '=', true)
    .where('suites.is_active', '=', false)
    .where('suites.activated_at', 'is not', null)
    .execute();
  const shown = new Set(replaced.map(({ source_id }) => source_id));
  const known = await readRetired(
    transaction,
    problems.flatMap(({ source_id }) => (shown.has(source_id) ? [source_id] : [])),
  );
  if (known.size === 0) return;
  throw new Fault('INPUT_INVALID', {
    message: `The answers of ${known.size} of the ${problems.length} problems of suite ${suite_id} are public.`,
    remedy: 'Create a suite of other problems and activate that one.',
  });
}

interface NewQueue {
  readonly suiteId: number;
  readonly setId: string;
  readonly requiredSuccesses: number;
  readonly twins: TwinPolicy;
  readonly now: number;
}

async function moveWaiting(
  transaction: Transaction<ArenaTables>,
  formerId: number,
  queue: NewQueue,
  who: string,
): Promise<number> {
  const waiting = await transaction
    .selectFrom('work_items')
    .selectAll()
    .where('suite_id', '=', formerId)
    .where('phase', '=', 'QUALIFYING')
    .where('closed_at', 'is', null)
    .orderBy('queued_at')
    .orderBy('work_item_id')
    .execute();
  const why = `Suite ${queue.suiteId} replaced suite ${formerId}; the version is run on the new suite.`;
  for (const item of waiting) {
    await closeItem(transaction, item, { closeReason: 'cancelled', why, who, now: queue.now });
    const { agent_version_id: agentVersionId, priority, queued_at } = item;
    const moved = await enqueue(transaction, { ...queue, agentVersionId, phase: 'QUALIFYING', priority });
    await transaction.updateTable('work_items').set({ queued_at }).where('work_item_id', '=', moved).execute();
  }
  return waiting.length;
}

/** Versions that already have a score on the new suite, from an earlier activation, keep it. */
async function requeueBest(
  transaction: Transaction<ArenaTables>,
  formerId: number,
  queue: NewQueue,
  most: number,
): Promise<number> {
  if (most <= 0) return 0;
  const best = await transaction
    .selectFrom('entries')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'entries.agent_version_id')
    .leftJoin('bans', (join) => join.onRef('bans.hotkey', '=', 'version.hotkey').on('bans.role', '=', 'miner'))
    .leftJoin('entries as known', (join) =>
      join
        .onRef('known.agent_version_id', '=', 'entries.agent_version_id')
        .on('known.suite_id', '=', queue.suiteId)
        .on('known.final_score', 'is not', null),
    )
    .select(['version.agent_version_id', 'known.final_score as known_score'])
    .where('entries.suite_id', '=', formerId)
    .where('entries.final_score', 'is not', null)
    .where('entries.discarded_at', 'is', null)
    .where('entries.eliminated_at', 'is', null)
    .where('version.cancelled_at', 'is', null)
    .where('bans.hotkey', 'is', null)
    .orderBy('entries.final_score', 'desc')
    .orderBy('version.submitted_at')
    .orderBy('version.agent_version_id')
    .limit(most)
    .execute();
  const unknown = best.filter(({ known_score }) => known_score === null);
  for (const { agent_version_id: agentVersionId } of unknown) {
    await enqueue(transaction, { ...queue, agentVersionId, phase: 'QUALIFYING', priority: 0 });
  }
  return unknown.length;
}
