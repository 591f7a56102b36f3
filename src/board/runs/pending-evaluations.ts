import type { Arena } from '../../arena/arena.ts';
import { stopOf } from '../../arena/operator.ts';
import {
  estimateStart,
  freeValidators,
  type QueuedItem,
  queueLine,
  readValidatorCapacity,
  runsOfItems,
  stillWanted,
  whyWaiting,
} from '../../arena/queue.ts';
import { ListOrder } from '../paging/list-order.ts';
import { projectedFinish } from '../versions/projected-finish.ts';
import { readVersionSummaries } from '../versions/version-summaries.ts';
import type { PendingItemWire, PendingQuery, PendingWire } from '../wire/pending-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';

const ORDER_OF_CLAIMS = new ListOrder<PlacedItem>(
  'pending',
  [
    { kind: 'integer', direction: 'desc' },
    { kind: 'moment', direction: 'asc' },
    { kind: 'text', direction: 'asc' },
  ],
  ({ item }) => [item.priority, item.queued_at, item.work_item_id],
);

/**
 * The whole queue in claim order, with what each item waits for. Can be filtered by suite; positions stay those of the
 * whole queue.
 */
export async function pendingEvaluations(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  { suite_id, limit, offset, cursor }: PendingQuery,
): Promise<PendingWire> {
  return await database.withSnapshot(async (reader) => {
    const line = placesIn(await queueLine(reader));
    const capacity = await readValidatorCapacity(reader, now());
    const stop = await stopOf(reader, 'claims', now());
    const wanted = line.filter(({ item }) => suite_id === undefined || item.suite_id === suite_id);
    const found = ORDER_OF_CLAIMS.rowsAfter(wanted, cursor).slice(offset, offset + limit + 1);
    const { rows: page, next } = ORDER_OF_CLAIMS.page(found, limit);
    const runs = await runsOfItems(
      reader,
      page.map(({ item }) => item.work_item_id),
    );
    const sheets = await readVersionSummaries(reader, [...new Set(page.map(({ item }) => item.agent_version_id))]);
    const needed = wanted.reduce((sum, { item }) => sum + remaining(item), 0);
    return {
      summary: {
        total_pending: wanted.length,
        total_runs_needed: needed,
        total_runs_active: wanted.reduce((sum, { item }) => sum + item.active_count, 0),
        projected_completion_at: projectedFinish(capacity, needed, now()),
      },
      total: wanted.length,
      limit,
      offset,
      next_cursor: next,
      items: page.map(({ item, position, itemsAhead, runsAhead }): PendingItemWire => {
        const { version } = sheets.get(item.agent_version_id)!;
        const free = freeValidators(capacity, runs.get(item.work_item_id) ?? []);
        const stopped = stop !== undefined && stop.releaseAt === null;
        const start =
          position === null || stopped || free === 0
            ? undefined
            : estimateStart(capacity, runsAhead, stop?.releaseAt ?? now());
        return {
          work_item_id: item.work_item_id,
          agent_version_id: item.agent_version_id,
          agent_name: version.agent_name,
          version_number: version.version_number,
          miner_hotkey: version.hotkey,
          suite_id: item.suite_id,
          required_successes: item.required_successes,
          completed_successes: item.success_count,
          active_runs: item.active_count,
          remaining: remaining(item),
          queued_at: toTimestamp(item.queued_at),
          phase: item.phase,
          race_id: item.race_id === '' ? null : item.race_id,
          position,
          estimated_start_at: toTimestampOrNull(start ?? null),
          reason: whyWaiting({
            active: item.active_count,
            included: item.success_count,
            required: item.required_successes,
            disagreement: item.disagreement_at !== null,
            ahead: itemsAhead,
            stop,
            connected: capacity.connected.length,
            free,
          }),
        };
      }),
    };
  });
}

interface PlacedItem {
  readonly item: QueuedItem;
  /** Position among items that need runs; null if this item needs none now. */
  readonly position: number | null;
  readonly itemsAhead: number;
  readonly runsAhead: number;
}

function placesIn(line: readonly QueuedItem[]): PlacedItem[] {
  let [itemsAhead, runsAhead] = [0, 0];
  return line.map((item) => {
    const wants = stillWanted(item);
    const placed = { item, position: wants > 0 ? itemsAhead + 1 : null, itemsAhead, runsAhead };
    if (wants > 0) itemsAhead++;
    runsAhead += wants;
    return placed;
  });
}

function remaining({ required_successes, success_count }: QueuedItem): number {
  return Math.max(0, required_successes - success_count);
}
