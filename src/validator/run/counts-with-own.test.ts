import { describe, expect, it } from 'vitest';
import { counts } from '../../arena/testing/sample-agency.ts';
import { countsWithOwn } from './counts-with-own.ts';

const NOTHING = counts([0, 0], [0, 0], [0, 0]);

describe('probe counts of a validator and of others', () => {
  it('observations of several runs of one validator count as those of one observer', () => {
    const others = [counts([0, 3], [0, 0], [0, 3])];
    const run = counts([6, 6], [0, 0], [6, 6]);
    const first = countsWithOwn({ attempts: 3, observed: NOTHING, by_validator: others, own: NOTHING }, run);
    expect(first.search).toEqual({ followed: 3, of: 6 });
    const again = countsWithOwn({ attempts: 3, observed: NOTHING, by_validator: others, own: run }, run);
    expect(again).toEqual(first);
  });

  it('observations of an arena that sends only sums are added up', () => {
    const sums = { attempts: 3, observed: counts([1, 2], [0, 0], [0, 1]) };
    expect(countsWithOwn(sums, counts([2, 2], [1, 1], [0, 0]))).toEqual(counts([3, 4], [1, 1], [0, 1]));
  });
});
