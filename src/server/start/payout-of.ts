import type { Payout } from '../../board/leaderboard/top-payout.ts';
import type { LocalChain } from '../../chain/local/local-chain.ts';
import { uidOf } from '../../chain/metagraph.ts';

const SECONDS_PER_DAY = 86_400;

/** What a hotkey earns in a day if every epoch pays it as the latest did; nothing is known before the first. */
export function payoutOf(chain: LocalChain, taoPerEpoch: number): Payout {
  const { blockSeconds, epochBlocks } = chain.rules;
  const epochsPerDay = SECONDS_PER_DAY / (blockSeconds * epochBlocks);
  return async (hotkey) => {
    const { latestEpoch } = await chain.ledgerView();
    if (latestEpoch === null) return null;
    const uid = uidOf(
      latestEpoch.hotkeys.map((each, index) => ({ uid: index, hotkey: each })),
      hotkey,
    );
    // Half of an emission goes to those who are weighed, half to those who weigh.
    return uid === undefined ? 0 : (latestEpoch.incentive[uid]! * taoPerEpoch * epochsPerDay) / 2;
  };
}
