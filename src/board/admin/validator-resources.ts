import type { Arena } from '../../arena/arena.ts';
import type { ValidatorResourcesQuery, ValidatorResourcesWire } from '../wire/admin-analytics-wire.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import { applyFilters } from './apply-filters.ts';

/** The latest load reported by each validator, if it is within the requested time range. */
export async function validatorResources(
  { database }: Pick<Arena, 'database'>,
  { start, end, validator_hotkey, limit }: ValidatorResourcesQuery,
): Promise<ValidatorResourcesWire> {
  const rows = await applyFilters(database.reader.selectFrom('validators'), [
    ['validators.metrics_at', '>=', start],
    ['validators.metrics_at', '<', end],
    ['validators.hotkey', '=', validator_hotkey],
  ])
    .select(['hotkey', 'metrics_at', 'cpu_pct', 'ram_pct', 'disk_pct', 'docker_container_count'])
    .orderBy('metrics_at')
    .orderBy('hotkey')
    .limit(limit)
    .execute();
  const samples = rows.map(({ hotkey, metrics_at, ...load }) => ({
    validator_hotkey: hotkey,
    recorded_at: toTimestamp(metrics_at!),
    ...load,
  }));
  return { samples, count: samples.length };
}
