import type { Arena } from '../../arena/arena.ts';
import { currentChampion } from '../../arena/champion.ts';
import { findSuite } from '../suites/find-suite.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import type { TopWire } from '../wire/top-wire.ts';

const NO_CHAMPION = {
  top_agent_version_id: null,
  top_miner_hotkey: null,
  top_score: null,
  emission_weight: null,
  challenge_threshold: null,
  margin: null,
  policy: null,
};

/** The champion, its current emission share, and the score needed to replace it. */
export async function topAgent({ database, policy, now }: Arena): Promise<TopWire> {
  return await database.withSnapshot(async (reader) => {
    const top = await currentChampion(reader, now(), policy);
    const computed_at = toTimestamp(now());
    if (top === undefined)
      return { suite_id: (await findSuite(reader, undefined)).suite_id, computed_at, ...NO_CHAMPION };
    const { emission } = policy;
    return {
      suite_id: top.suiteId,
      computed_at,
      top_agent_version_id: top.agentVersionId,
      top_miner_hotkey: top.hotkey,
      top_score: top.score,
      emission_weight: top.share,
      challenge_threshold: top.challengeThreshold,
      margin: top.margin,
      policy: {
        days_as_top: top.days,
        crowned_at: toTimestamp(top.championSince),
        reign: top.reign,
        grace_days: emission.graceDays,
        shape: emission.shape,
        loss_per_day: emission.lossPerDay,
        floor: emission.floor,
        initial_margin: emission.margin,
        margin_half_life_days: emission.marginHalfLifeDays,
        weights: emission.weights,
      },
    };
  });
}
