import { describe, expect, it } from 'vitest';
import { wireProblemId } from '../../arena/exam.ts';
import { problemToWire } from '../../problems/problem-wire.ts';
import { problemDigest } from '../../problems/suites.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { requireMarketOf } from '../require-market-of.ts';
import { examProblem } from './load-run.ts';

const [problem] = sampleProblems(1, 'bank');
const wireId = wireProblemId(problem!.id);
const metadata = { ...problemToWire(problem!), problem_id: wireId };

describe('the problems of a run', () => {
  it('a problem uses the id of the bank if the arena sends the right one, and no other', () => {
    const known = examProblem({ problem_id: wireId, metadata: { ...metadata, source_id: problem!.id } });
    expect(known.wireId).toBe(wireId);
    expect(problemDigest(known.problem)).toBe(problemDigest(problem!));
    for (const told of [{}, { source_id: 'another' }]) {
      expect(examProblem({ problem_id: wireId, metadata: { ...metadata, ...told } }).problem.id).toBe(wireId);
    }
  });

  it('an unreadable problem is the arena’s fault, and is named', () => {
    const broken = { problem_id: wireId, metadata: { ...metadata, reward: 7 } };
    expect(() => examProblem(broken)).toThrow(/^Failed to load problems: .*reward/);
  });

  it('problems run in the market they were made for, and in no other', async () => {
    const exam = [problem!];
    const market = async (ids: readonly string[]) => ids.map((product_id) => ({ product_id }) as never);
    await requireMarketOf(exam, { products: market });
    await expect(requireMarketOf(exam, { products: async () => [] })).rejects.toMatchObject({
      code: 'INDEX_UNREADABLE',
    });
  });
});
