import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CrossingCluster, SPLIT_NAMES, type SplitName, splitByCluster } from './split-by-cluster.ts';

/** Random clusters over consecutive indices. */
const clusterings = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 60 }).map((sizes) => {
  let next = 0;
  return sizes.map((size) => Array.from({ length: size }, () => next++));
});

const SHARES = { train: 0.8, dev: 0.1, heldout: 0.1 };

describe('splitByCluster', () => {
  it('a split never divides a cluster, places every problem, and comes close to the shares', () => {
    fc.assert(
      fc.property(clusterings, fc.nat(), (clusters, seed) => {
        const splits = splitByCluster({ clusters, shares: SHARES, seed });
        for (const cluster of clusters) expect(new Set(cluster.map((place) => splits[place])).size).toBe(1);
        const total = splits.length;
        for (const name of SPLIT_NAMES) {
          const got = splits.filter((split) => split === name).length;
          expect(Math.abs(got - total * SHARES[name])).toBeLessThanOrEqual(6);
        }
      }),
    );
  });

  it('splitting gives the same result for the same seed', () => {
    const clusters = Array.from({ length: 50 }, (_, place) => [place]);
    const cut = (seed: number) => splitByCluster({ clusters, shares: SHARES, seed });
    expect(cut(1)).toEqual(cut(1));
    expect(cut(1)).not.toEqual(cut(2));
  });

  it('keeps earlier placements with their cluster, and rejects a divided cluster', () => {
    const clusters = [[0, 1], [2], [3]];
    const settled = splitByCluster({
      clusters,
      shares: SHARES,
      seed: 1,
      previous: new Map<number, SplitName>([[1, 'heldout']]),
    });
    expect(settled.slice(0, 2)).toEqual(['heldout', 'heldout']);
    const divided = new Map<number, SplitName>([
      [0, 'train'],
      [1, 'dev'],
    ]);
    expect(() => splitByCluster({ clusters, shares: SHARES, seed: 1, previous: divided })).toThrow(CrossingCluster);
  });

  it('leaves a split without a share empty', () => {
    const clusters = Array.from({ length: 9 }, (_, place) => [place]);
    const splits = splitByCluster({ clusters, shares: { train: 1, dev: 0, heldout: 0 }, seed: 3 });
    expect(new Set(splits)).toEqual(new Set(['train']));
  });
});
