import { type FollowCounts, poolCounts, sumCounts } from '../../agency/follow.ts';
import type { ClaimedRun } from '../arena/arena-api.ts';

/**
 * The observations of earlier runs and those of this run. This validator is one observer, however many runs of the
 * version it has had: otherwise its earlier observations would confirm its new ones.
 */
export function countsWithOwn(
  { observed, by_validator: others, own }: NonNullable<ClaimedRun['probes']>,
  ofRun: FollowCounts,
): FollowCounts {
  // Older arenas send only the sum over all validators.
  if (others === undefined) return sumCounts([observed, ofRun]);
  return poolCounts([...others, own === undefined ? ofRun : sumCounts([own, ofRun])]);
}
