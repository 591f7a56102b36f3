import { type ClusteredValue, clusterSums } from './clustered-value.ts';
import { signFlipProbability } from './sign-flip.ts';

/**
 * Two-sided p-value of a paired difference: the probability of one at least this large if both models were equally
 * good, so that each leak cluster could have had the opposite sign. Exact, as all sign patterns are counted, so there
 * is no seed to choose. Races use the same test; here whole clusters are flipped.
 */
export function clusterSignFlip(differences: readonly ClusteredValue[]): number {
  return signFlipProbability(clusterSums(differences).map(({ sum }) => sum));
}
