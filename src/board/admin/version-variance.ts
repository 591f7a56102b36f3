import type { Arena } from '../../arena/arena.ts';
import { mean } from '../../statistics/mean.ts';
import type { VersionVarianceQuery, VersionVarianceWire } from '../wire/admin-analytics-wire.ts';
import { endedRuns } from './ended-runs.ts';

/** Work items that validators scored differently, largest spread first. */
export async function versionVariance(
  { database }: Pick<Arena, 'database'>,
  { variance_threshold, limit, ...query }: VersionVarianceQuery,
): Promise<VersionVarianceWire> {
  const runs = await endedRuns(database.reader, query).where('runs.is_included', '=', true).execute();
  const items = [...Map.groupBy(runs, ({ work_item_id }) => work_item_id)].flatMap(([item, own]) => {
    const scored = own.flatMap(({ validator_hotkey, run_id, score }) =>
      score === null ? [] : [{ validator_hotkey, run_id, score }],
    );
    const validators = new Set(scored.map(({ validator_hotkey }) => validator_hotkey)).size;
    if (validators < 2) return [];
    const scores = scored.map(({ score }) => score);
    const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
    const { agent_version_id, agent_name, miner_hotkey, phase, race_number } = own[0]!;
    return {
      agent_version_id,
      agent_name,
      miner_hotkey,
      validator_count: validators,
      avg_score: mean(scores),
      min_score: lowest,
      max_score: highest,
      spread: highest - lowest,
      is_high_variance: highest - lowest > variance_threshold,
      eval_work_item_id: item,
      phase,
      race_number,
      per_validator: scored,
    };
  });
  return { agent_versions: items.sort((a, b) => b.spread - a.spread).slice(0, limit), variance_threshold };
}
