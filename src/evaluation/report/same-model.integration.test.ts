import { describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { clusterSignFlip } from '../../statistics/cluster-sign-flip.ts';
import { sampleEpisodes, sampleRun } from '../testing/sample-run.ts';
import { measuredRun } from './measured-run.ts';
import { judgePairs, LEVEL } from './paired-families.ts';

const PROBLEMS = 75;
const COMPARISONS = 100;

/** The model's success rate per problem: some never, some always, most in between. */
function hardness(random: Random): readonly number[] {
  return Array.from({ length: PROBLEMS }, () => (random.chance(0.3) ? 0 : random.chance(0.2) ? 1 : random.next()));
}

function sampled(label: string, rates: readonly number[], random: Random, seed: number) {
  const run = sampleRun(label, PROBLEMS, { seed });
  return measuredRun(
    run,
    sampleEpisodes(run, (problem) => random.chance(rates[problem]!)),
    [],
  );
}

describe('two runs of one model with different seeds', () => {
  it('two runs of one model differ significantly in at most 5 of 100 comparisons', () => {
    let different = 0;
    for (let comparison = 0; comparison < COMPARISONS; comparison++) {
      const random = new Random(2, comparison);
      const rates = hardness(random);
      const [judged] = judgePairs([sampled('left', rates, random, 1), sampled('right', rates, random, 2)], null);
      if (judged!.different) different++;
    }
    expect(different).toBeLessThanOrEqual(5);
  });

  it('two runs of one model differ significantly as often as the level says, over many comparisons', () => {
    const many = 4_000;
    let different = 0;
    for (let comparison = 0; comparison < many; comparison++) {
      const random = new Random(77, comparison);
      const rates = hardness(random);
      const successes = (rate: number): number =>
        Array.from({ length: 8 }, () => random.chance(rate)).filter(Boolean).length;
      const differences = rates.map((rate, place) => ({
        cluster: `p${place}`,
        value: successes(rate) - successes(rate),
      }));
      if (clusterSignFlip(differences) < LEVEL) different++;
    }
    // An exact test at 5 % errs in 5 of 100 cases on average; single hundreds scatter around that.
    expect(different / many).toBeLessThan(LEVEL + 2 * Math.sqrt((LEVEL * (1 - LEVEL)) / many));
    expect(different / many).toBeGreaterThan(0.03);
  });

  it('two models of which one is better by a sixth differ significantly', () => {
    let different = 0;
    for (let comparison = 0; comparison < 40; comparison++) {
      const random = new Random(9, comparison);
      const rates = hardness(random);
      const better = rates.map((rate) => Math.min(1, rate + 0.16));
      const [judged] = judgePairs([sampled('left', better, random, 1), sampled('right', rates, random, 1)], null);
      if (judged!.different && judged!.sampled!.difference > 0) different++;
    }
    expect(different).toBeGreaterThan(37);
  });
});
