import { type ClusteredValue, clusterSums } from './clustered-value.ts';
import { signFlipProbability } from './sign-flip.ts';

/**
 * How probable a paired difference at least this large, either way, would be if both models were equally good: then each
 * leak cluster might as well have come out the other way round. Exact, all patterns of signs counted, so that there is no
 * seed to choose. The same test decides races; here whole clusters are flipped.
 */
export function clusterSignFlip(differences: readonly ClusteredValue[]): number {
  return signFlipProbability(clusterSums(differences).map(({ sum }) => sum));
}
