import { describe, expect, it } from 'vitest';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { Random } from '../../random/random.ts';
import { type SampleAttemptOptions, sampleCertified } from '../testing/sample-results.ts';
import { chooseProbes } from './choose-probes.ts';
import type { Result } from './run-results.ts';

const problems = sampleProblems(20, 'p');

function chosen(attempt: (index: number) => SampleAttemptOptions, { wanted = 3, seed = 1 } = {}) {
  const results = problems.map((problem, index) => sampleCertified(problem, attempt(index)) as Result);
  return chooseProbes({ wanted, problems, results }, new Random(seed)).map(({ id }) => id);
}

describe('the problems of probe attempts', () => {
  it('chooses distinct problems for probes by the seed, at most 15 in 100', () => {
    const first = chosen(() => ({}));
    expect(new Set(first).size).toBe(3);
    expect(problems.map(({ id }) => id)).toEqual(expect.arrayContaining(first));
    expect(chosen(() => ({}), { wanted: 20 })).toHaveLength(3);
    expect(chosen(() => ({}), { wanted: 2 })).toHaveLength(2);
    expect(chosen(() => ({}))).toEqual(first);
    expect(chosen(() => ({}), { seed: 2 })).not.toEqual(first);
  });

  it('chooses probe problems on which the agent answered', () => {
    const picked = chosen((index) => (index < 18 ? { fault: 'AGENT_RAISED' } : {}));
    expect(picked.toSorted()).toEqual(
      problems
        .slice(18)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('chooses as many probe problems for an agent that has spent its credit', () => {
    expect(chosen((index) => ({ spent: index === 7 ? 1_000_000 : 10 }))).toHaveLength(3);
    expect(chosen((index) => (index === 0 ? { fault: 'CREDIT_EXHAUSTED' } : {}))).toHaveLength(3);
  });
});
