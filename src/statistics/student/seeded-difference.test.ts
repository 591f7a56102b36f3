import { describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { problemT } from './problem-t.ts';
import { type SeededRates, seededDifference, seededMean } from './seeded-difference.ts';

interface World {
  readonly problems: number;
  readonly perCluster: number;
  readonly seeds: number;
  /** Standard deviations of the effects of a seed and of a problem within an arm. */
  readonly ofSeed: number;
  readonly ofProblem: number;
  readonly samples: number;
}

const WORLD: World = { problems: 60, perCluster: 1, seeds: 3, ofSeed: 0.05, ofProblem: 0.1, samples: 4 };

/** Rates of two arms that are equally good on average, measured with binary samples. */
function arms(random: Random, world: World): readonly [readonly SeededRates[], readonly SeededRates[]] {
  const { problems, perCluster, seeds, ofSeed, ofProblem, samples } = world;
  const difficulty = Array.from({ length: problems }, () => 0.3 + 0.4 * random.next());
  const arm = (): readonly SeededRates[] => {
    const trained = Array.from({ length: seeds }, () => ofSeed * random.normal());
    const ofCluster = Array.from({ length: Math.ceil(problems / perCluster) }, () => ofProblem * random.normal());
    return difficulty.map((rate, place) => {
      const cluster = Math.floor(place / perCluster);
      const rates = trained.map((effect) => {
        const chance = Math.min(1, Math.max(0, rate + effect + ofCluster[cluster]!));
        return Array.from({ length: samples }, () => random.chance(chance)).filter(Boolean).length / samples;
      });
      return { cluster: `c${cluster}`, rates };
    });
  };
  return [arm(), arm()];
}

function coverage(world: World, rounds: number): number {
  const random = new Random(5);
  let covered = 0;
  for (let round = 0; round < rounds; round++) {
    const { interval } = seededDifference(...arms(random, world))!;
    if (interval.low <= 0 && interval.high >= 0) covered++;
  }
  return covered / rounds;
}

describe('difference of two arms with several seeds', () => {
  it('the interval of a seeded difference covers 95 times in 100 with three seeds', () => {
    const share = coverage(WORLD, 400);
    expect(share).toBeGreaterThan(0.925);
    expect(share).toBeLessThan(0.99);
  });

  it.each([
    ['seeds decide everything', { ...WORLD, ofSeed: 0.15 }],
    ['seeds do not matter', { ...WORLD, ofSeed: 0 }],
    ['problems are in clusters', { ...WORLD, perCluster: 3 }],
    ['episodes are greedy', { ...WORLD, samples: 1 }],
  ])('the interval of a seeded difference covers 95 times in 100 when %s', { tags: 'slow' }, (_, world) => {
    const share = coverage(world, 400);
    expect(share).toBeGreaterThan(0.925);
    expect(share).toBeLessThan(0.99);
  });

  it('an interval that ignores the variance of seeds often misses the difference', () => {
    const random = new Random(6);
    let covered = 0;
    for (let round = 0; round < 300; round++) {
      const [left, right] = arms(random, WORLD);
      const mean = (rates: readonly number[]): number => rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
      const values = left.map(({ cluster, rates }, at) => ({ cluster, value: mean(rates) - mean(right[at]!.rates) }));
      const { interval } = problemT(values)!;
      if (interval.low <= 0 && interval.high >= 0) covered++;
    }
    expect(covered / 300).toBeLessThan(0.85);
  });

  it('with one seed per arm the difference varies by problems alone', () => {
    const [left, right] = arms(new Random(1), { ...WORLD, seeds: 1 });
    const found = seededDifference(left, right)!;
    const values = left.map(({ cluster, rates }, at) => ({ cluster, value: rates[0]! - right[at]!.rates[0]! }));
    const plain = problemT(values)!;
    expect(found.value).toBeCloseTo(plain.mean, 12);
    expect(found.interval.low).toBeCloseTo(plain.interval.low, 12);
    expect(found.probability).toBeCloseTo(plain.probability!, 12);
    expect(found.seedShare).toBeNull();
  });

  it('the seeded difference has the textbook variance of two crossed factors', () => {
    // Seeds differ by a constant: the residual is 0, and so is the variance of the difference over problems.
    const left = [0.1, 0.2, 0.3, 0.4].map((rate, at) => ({ cluster: `${at}`, rates: [rate, rate + 0.1, rate + 0.2] }));
    const right = left.map(({ cluster, rates }) => ({ cluster, rates: rates.map((rate) => rate - 0.05) }));
    const { value, standardError, degreesOfFreedom, seedShare } = seededDifference(left, right)!;
    expect(value).toBeCloseTo(0.05, 12);
    expect(standardError).toBeCloseTo(Math.sqrt((2 * 0.01) / 3), 12);
    expect(degreesOfFreedom).toBeCloseTo(4, 6);
    expect(seedShare).toBeCloseTo(1, 12);
  });

  it('a seeded difference is certain when nothing varies, and unknown for a single cluster', () => {
    const all = (rate: number): readonly SeededRates[] =>
      ['a', 'b'].map((cluster) => ({ cluster, rates: [rate, rate] }));
    expect(seededDifference(all(1), all(1))).toMatchObject({ value: 0, probability: 1 });
    expect(seededDifference(all(1), all(0))).toMatchObject({ value: 1, probability: 0 });
    expect(seededMean([{ cluster: 'a', rates: [1] }])).toBeNull();
  });
});
