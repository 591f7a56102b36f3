import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readResults } from './read-results.ts';
import { type AttemptResult, solveAlarms } from './solve-alarms.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-alarms-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** One attempt per letter: the letter names the agent, upper case if it solved the problem. */
function attempts(problemId: string, letters: string): AttemptResult[] {
  return Array.from(letters, (letter) => ({
    problem_id: problemId,
    agent_version_id: letter.toLowerCase(),
    success: letter !== letter.toLowerCase(),
  }));
}

describe('solveAlarms', () => {
  it('alarms name problems solved by none or by all, the most tried first', () => {
    const results = [
      ...attempts('never', 'abcd'),
      ...attempts('never-more', 'abcda'),
      ...attempts('always', 'ABCA'),
      ...attempts('sometimes', 'abcA'),
    ];
    expect(solveAlarms(results, { minAttempts: 4, minAgents: 3 })).toEqual({
      neverSolved: [
        { problemId: 'never-more', attempts: 5, agents: 4 },
        { problemId: 'never', attempts: 4, agents: 4 },
      ],
      alwaysSolved: [{ problemId: 'always', attempts: 4, agents: 3 }],
      problems: 4,
    });
  });

  it('no alarm for problems tried too seldom or by too few', () => {
    const results = [...attempts('seldom', 'abc'), ...attempts('few', 'aaabbb'), ...attempts('few-solved', 'AABB')];
    const { neverSolved, alwaysSolved } = solveAlarms(results, { minAttempts: 4, minAgents: 3 });
    expect([...neverSolved, ...alwaysSolved]).toEqual([]);
  });
});

describe('readResults', () => {
  it('reads results and reports invalid lines with number and reason', async () => {
    const path = join(folder, 'results.jsonl');
    const good = { problem_id: 'p1', agent_version_id: 'a', success: true };
    const lines = [
      JSON.stringify({ ...good, seconds: 3 }),
      '',
      'nonsense',
      JSON.stringify({ ...good, success: 'yes' }),
      JSON.stringify({ ...good, problem_id: '' }),
      JSON.stringify({ problem_id: 'p1', success: true }),
      '7',
    ];
    writeFileSync(path, lines.join('\n'));
    expect(await readResults(path)).toEqual({
      results: [good],
      badLines: [
        { line: 3, reason: expect.stringContaining('is not JSON') },
        { line: 4, reason: 'success: must be true or false' },
        { line: 5, reason: 'problem_id: is empty' },
        { line: 6, reason: expect.stringContaining('agent_version_id: ') },
        { line: 7, reason: expect.stringContaining('expected object') },
      ],
    });
  });
});
