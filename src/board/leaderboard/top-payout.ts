import type { Arena } from '../../arena/arena.ts';
import { currentChampion } from '../../arena/champion.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import type { TopPayoutWire } from '../wire/top-wire.ts';

/** A hotkey's earnings per day by the available ledger; null if they cannot be determined. */
export type Payout = (hotkey: string) => Promise<number | null>;

export async function topMinerPayout(
  { database, policy, now }: Pick<Arena, 'database' | 'policy' | 'now'>,
  payout: Payout,
): Promise<TopPayoutWire> {
  const top = await currentChampion(database.reader, now(), policy);
  return {
    as_of: toTimestamp(now()),
    miner_hotkey: top?.hotkey ?? null,
    agent_name: top?.agentName ?? null,
    tao_per_day: top === undefined ? null : await payout(top.hotkey),
    usd_per_day: null,
    tao_price_usd: null,
  };
}
