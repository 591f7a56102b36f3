import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { problemToWire } from './problem-wire.ts';
import { readProblemFile } from './read-problem-file.ts';
import { sampleProblems } from './testing/sample-problems.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-problem-file-'));
const path = join(folder, 'problems.jsonl');
afterAll(() => rmSync(folder, { recursive: true }));

const [first, second] = sampleProblems(2).map((problem) => JSON.stringify(problemToWire(problem)));

describe('readProblemFile', () => {
  it('reads problems from a file unchanged', async () => {
    writeFileSync(path, [first, second].join('\n'));
    expect(await readProblemFile(path)).toEqual(sampleProblems(2));
  });

  it('names the line and the field of an invalid problem', async () => {
    const cases: [lines: unknown[], message: RegExp][] = [
      [[first, 'nonsense'], /line 2, line: is not JSON/],
      [[first, '', second!.replace('"easy"', '"odd"')], /line 3, difficulty: /],
      [[first, second, first], /line 3, problem_id: "p1" is already on line 1/],
      [[], /holds no problem/],
    ];
    for (const [lines, message] of cases) {
      writeFileSync(path, lines.join('\n'));
      await expect(readProblemFile(path)).rejects.toThrow(message);
    }
  });
});
