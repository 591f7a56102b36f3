import type { Metagraph } from '../metagraph.ts';
import { type WeightVector, weightRow } from '../weights/weight-vector.ts';
import { consensusWeight } from './consensus-weight.ts';
import { column, type Matrix, normalise, weighColumns, weighRows } from './matrix.ts';
import { updateBonds } from './update-bonds.ts';
import type { YumaPolicy } from './yuma-policy.ts';

export interface EpochInput {
  readonly metagraph: Metagraph;
  /** The latest vector of each neuron, by uid. */
  readonly weights: ReadonlyMap<number, WeightVector>;
  readonly bonds: Matrix;
}

/** By uid. Incentive and dividends each sum to 1, or to 0 when no weight was supported by a majority. */
export interface Epoch {
  /** Share of the active, permitted stake. */
  readonly stake: readonly number[];
  /** The weight that a majority of stake supports. */
  readonly consensus: readonly number[];
  /** Stake-weighted sum of the clipped weights. */
  readonly ranks: readonly number[];
  /** The part of a neuron's rank that remains after clipping. */
  readonly trust: readonly number[];
  /** The part of a validator's weights that remains after clipping. */
  readonly validatorTrust: readonly number[];
  readonly incentive: readonly number[];
  readonly bonds: Matrix;
  readonly dividends: readonly number[];
}

/**
 * Yuma consensus as publicly documented: stake-weighted median, clipping, ranks, incentive, then bonds and dividends. A
 * pure function in double precision; the chain computes in fixed point, so its numbers differ from ours in the fifth
 * digit.
 */
export function runEpoch({ metagraph, weights: vectors, bonds: before }: EpochInput, policy: YumaPolicy): Epoch {
  const { neurons } = metagraph;
  const heard = neurons.map(({ active, validatorPermit, stake }) => (active && validatorPermit ? stake : 0n));
  const stake = stakeShares(heard);
  const weights = countedWeights(metagraph, vectors, policy);
  const consensus = neurons.map(({ uid }) => {
    const votes = column(weights, uid).map((weight, giver) => ({ stake: heard[giver]!, weight }));
    return consensusWeight(votes, policy.kappa);
  });
  const clipped = clipToConsensus(weights, consensus);
  const ranks = weighColumns(clipped, stake);
  const unclipped = weighColumns(weights, stake);
  const incentive = normalise(ranks);
  const bonds = updateBonds({ weights, clipped, stake, bonds: before }, policy);
  return {
    stake,
    consensus,
    ranks,
    trust: ranks.map((rank, uid) => (unclipped[uid] === 0 ? 0 : rank / unclipped[uid]!)),
    validatorTrust: weighRows(
      clipped,
      neurons.map(() => 1),
    ),
    incentive,
    bonds,
    dividends: normalise(weighRows(bonds, incentive)),
  };
}

/** Reduces weights above the consensus to it, and raises none. */
export function clipToConsensus(weights: Matrix, consensus: readonly number[]): number[][] {
  return weights.map((row) => row.map((weight, uid) => Math.min(weight, consensus[uid]!)));
}

/**
 * The weights that count, each row as shares. Excluded are weights from neurons without a permit, weight on oneself
 * (except the owner's), and weight given before its receiver registered: it was meant for the previous neuron with that
 * uid.
 */
function countedWeights(
  { neurons }: Metagraph,
  vectors: ReadonlyMap<number, WeightVector>,
  { ownerUid }: YumaPolicy,
): number[][] {
  return neurons.map((giver) => {
    const vector = vectors.get(giver.uid);
    if (vector === undefined || !giver.validatorPermit) return neurons.map(() => 0);
    const row = weightRow(vector, neurons.length);
    const counted = neurons.map((getter) => {
      if (getter.uid === giver.uid && getter.uid !== ownerUid) return 0;
      return giver.lastUpdate <= getter.registeredAt ? 0 : row[getter.uid]!;
    });
    return normalise(counted);
  });
}

function stakeShares(stakes: readonly bigint[]): number[] {
  const total = stakes.reduce((sum, stake) => sum + stake, 0n);
  return stakes.map((stake) => (total === 0n ? 0 : Number(stake) / Number(total)));
}
