import { Fault } from '../../fault/fault.ts';
import type { Reader } from '../../store/database.ts';
import { stopOf } from '../operator/stop-of.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { type ItemRun, runsOfItems, type WorkItem } from './item-runs.ts';
import { queueLine, stillWanted } from './queue-line.ts';
import { type Tally, tallyOf } from './tally.ts';
import { estimateStart, freeValidators, readValidatorCapacity } from './validator-capacity.ts';
import { type VersionState, versionState } from './version-state.ts';
import { whyClosed, whyWaiting } from './waiting-reason.ts';

type ArenaReader = Pick<Reader<ArenaTables>, 'selectFrom'>;

/** Position of a version in the queue; public. */
export interface QueuePosition {
  readonly state: VersionState;
  /** Counted from 1 over the versions that still need runs; `null` if this version needs none. */
  readonly position: number | null;
  readonly ahead: number;
  /** When its next run may start; `null` if it needs none or there is no estimate. */
  readonly estimated_start_at: string | null;
  /** Why it is at this position, as a sentence. */
  readonly reason: string;
}

export async function queuePosition(reader: ArenaReader, agentVersionId: string, now: number): Promise<QueuePosition> {
  const version = await reader
    .selectFrom('agent_versions')
    .select(['cancelled_at', 'cancel_reason'])
    .where('agent_version_id', '=', agentVersionId)
    .executeTakeFirst();
  if (version === undefined) {
    throw new Fault('AGENT_VERSION_NOT_FOUND', { message: `There is no agent version ${agentVersionId}.` });
  }
  const items = await reader
    .selectFrom('work_items')
    .selectAll()
    .where('agent_version_id', '=', agentVersionId)
    .orderBy('queued_at', 'desc')
    .orderBy('round', 'desc')
    .execute();
  const runs = await runsOfItems(
    reader,
    items.map(({ work_item_id }) => work_item_id),
  );
  const tally = (item: WorkItem) => tallyOf(runs.get(item.work_item_id) ?? []);
  const qualifying = items.find(({ phase }) => phase === 'QUALIFYING');
  const state = await stateOf(reader, agentVersionId, version.cancelled_at, qualifying, tally);
  const open = items.find(({ closed_at }) => closed_at === null);
  if (open !== undefined) {
    return { state, ...(await placeInLine(reader, open, runs.get(open.work_item_id) ?? [], now)) };
  }
  const nowhere = { state, position: null, ahead: 0, estimated_start_at: null };
  const newest = items[0];
  if (newest === undefined) {
    const discarded = await newestEntry(reader, agentVersionId);
    return { ...nowhere, reason: discarded?.discard_reason ?? 'It was received and is not queued.' };
  }
  const closed = { ...newest, success_count: tally(newest).included.length };
  return { ...nowhere, reason: whyClosed(closed, version.cancel_reason) };
}

async function stateOf(
  reader: ArenaReader,
  agentVersionId: string,
  cancelledAt: number | null,
  qualifying: WorkItem | undefined,
  tally: (item: WorkItem) => Tally,
): Promise<VersionState> {
  if (qualifying === undefined) {
    const discarded_at = (await newestEntry(reader, agentVersionId))?.discarded_at ?? null;
    return versionState({ cancelled_at: cancelledAt, discarded_at, final_score: null, item: null });
  }
  const entry = await reader
    .selectFrom('entries')
    .select(['final_score', 'discarded_at'])
    .where('agent_version_id', '=', agentVersionId)
    .where('suite_id', '=', qualifying.suite_id)
    .executeTakeFirst();
  const { active, included } = tally(qualifying);
  return versionState({
    cancelled_at: cancelledAt,
    discarded_at: entry?.discarded_at ?? null,
    final_score: entry?.final_score ?? null,
    item: { closed_at: qualifying.closed_at, active_count: active, success_count: included.length },
  });
}

async function newestEntry(reader: ArenaReader, agentVersionId: string) {
  return await reader
    .selectFrom('entries')
    .select(['discarded_at', 'discard_reason'])
    .where('agent_version_id', '=', agentVersionId)
    .orderBy('suite_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function placeInLine(
  reader: ArenaReader,
  item: WorkItem,
  runs: readonly ItemRun[],
  now: number,
): Promise<Omit<QueuePosition, 'state'>> {
  const waiting = (await queueLine(reader)).filter((queued) => stillWanted(queued) > 0);
  const index = waiting.findIndex(({ work_item_id }) => work_item_id === item.work_item_id);
  const before = waiting.slice(0, Math.max(0, index));
  const validators = await readValidatorCapacity(reader, now);
  const stop = await stopOf(reader, 'claims', now);
  const { active, included } = tallyOf(runs);
  const free = freeValidators(validators, runs);
  const reason = whyWaiting({
    active,
    included: included.length,
    required: item.required_successes,
    disagreement: item.disagreement_at !== null,
    ahead: before.length,
    stop,
    connected: validators.connected.length,
    free,
  });
  if (index === -1) return { position: null, ahead: 0, estimated_start_at: null, reason };
  const runsAhead = before.reduce((sum, queued) => sum + stillWanted(queued), 0);
  const start =
    free === 0 || (stop !== undefined && stop.releaseAt === null)
      ? undefined
      : estimateStart(validators, runsAhead, stop?.releaseAt ?? now);
  return {
    position: index + 1,
    ahead: before.length,
    estimated_start_at: start === undefined ? null : new Date(start).toISOString(),
    reason,
  };
}
