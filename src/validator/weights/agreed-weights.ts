import { isDeepStrictEqual } from 'node:util';
import { type EmissionPolicy, weightsForEpoch } from '../../arena/emission.ts';
import type { Metagraph } from '../../chain/metagraph.ts';
import type { WeightVector } from '../../chain/weights.ts';
import type { WeightSalt } from '../arena/arena-api.ts';

export type AgreedWeights =
  | { readonly agreed: true; readonly weights: WeightVector }
  /** `sameBlock`: both used the same block of the subnet and still differ, so that trying again is useless. */
  | { readonly agreed: false; readonly sameBlock: boolean; readonly reason: string };

/**
 * Computes the weights of an epoch from the pinned standings and our own view of the subnet, and compares them with the
 * arena's. A validator that sends weights unchecked lends its stake to the arena.
 */
export function agreedWeights(salt: WeightSalt, metagraph: Metagraph, policy: EmissionPolicy): AgreedWeights {
  const { epoch_standings: standings, weights: proposed } = salt;
  if (standings === null) return { agreed: false, sameBlock: true, reason: 'no epoch is fixed yet' };
  const weights = weightsForEpoch(
    {
      top_hotkey: standings.top_hotkey,
      share: 1 - standings.t_burn,
      finishers: standings.finishers.map(({ agent_version_id, miner_hotkey, race_score }) => ({
        agent_version_id,
        hotkey: miner_hotkey,
        race_score,
      })),
    },
    metagraph.neurons,
    policy,
  );
  if (proposed === null) return { agreed: false, sameBlock: false, reason: 'the arena proposes no weights' };
  if (isDeepStrictEqual([weights.uids, weights.values], [proposed.uids, proposed.values]))
    return { agreed: true, weights };
  const uid = weights.values.findIndex((value, index) => value !== proposed.values[index]);
  const reason =
    weights.uids.length === proposed.uids.length
      ? `uid ${uid} gets ${weights.values[uid]} by our count and ${proposed.values[uid]} by the arena's`
      : `there are ${weights.uids.length} neurons by our count and ${proposed.uids.length} by the arena's`;
  return { agreed: false, sameBlock: proposed.block === metagraph.block, reason };
}
