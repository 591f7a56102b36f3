import type { Metagraph } from '../../chain/metagraph.ts';
import type { WeightVector } from '../../chain/weights.ts';
import type { WeightEpoch } from './current-epoch.ts';
import type { EmissionPolicy } from './emission-policy.ts';
import { weightVectorFor } from './weight-vector-for.ts';

/** The weights that every validator sends for an epoch. The same row, subnet and policy give the same bytes. */
export function weightsForEpoch(
  { top_hotkey, share, finishers }: Pick<WeightEpoch, 'top_hotkey' | 'share' | 'finishers'>,
  neurons: Metagraph['neurons'],
  policy: EmissionPolicy,
): WeightVector {
  const racers = finishers.map(({ agent_version_id, hotkey, race_score }) => ({
    agentVersionId: agent_version_id,
    hotkey,
    raceScore: race_score,
  }));
  const top = top_hotkey === null ? null : { hotkey: top_hotkey, share };
  return weightVectorFor({ neurons, top, racers }, policy);
}
