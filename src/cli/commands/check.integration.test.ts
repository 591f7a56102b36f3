import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analysis } from '../../arena/admission.ts';
import type { Problem } from '../../problems/problem.ts';
import { problemToWire } from '../../problems/problem-wire.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { answerTableAgent } from '../testing/answer-table-agent.ts';
import { AssayRunner, type Ran } from '../testing/assay-runner.ts';

const AGENTS = fileURLToPath(new URL('../../../agents/', import.meta.url));
const MAIN = 'def agent_main(problem_data):\n    return []\n';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const runner = new AssayRunner();

async function check(...words: string[]): Promise<Ran> {
  return await runner.run(['check', ...words], { cwd: folder });
}

function agent(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}

describe('assay check', () => {
  it('assay check accepts a shipped agent', { tags: 'slow' }, async () => {
    const { code, output } = await check(join(AGENTS, 'react_text.py'));
    expect(output).toBe('react_text.py: accepted.\n');
    expect(code).toBe(0);
  });

  it('assay check prints line, finding, reason and remedy, and exits with 1', async () => {
    const { code, output } = await check(agent('bad.py', `import json\nimport subprocess\n${MAIN}`));
    expect(code).toBe(1);
    expect(output).toMatch(/2 {2}security {2}IMPORT_BLOCKED {2}import subprocess is not allowed\./);
    expect(output).toMatch(/why {2}.+\n {2}fix {2}.+/);
    expect(output).toContain(
      'bad.py: rejected for security findings. Submitting it would cost a reduced cooldown: no submission for 1 h, unless',
    );
  });

  it('assay check prints the whole message, with the nearest name at its end', async () => {
    const { code, output } = await check(agent('typo.py', `import src.agent.agnet\nimport statistcs\n${MAIN}`));
    expect(code).toBe(1);
    expect(output).toMatch(
      /There is no module src\.agent\.agnet in the sandbox\. The nearest name is src\.agent\.agent\.$/m,
    );
    expect(output).toContain('the nearest name is statistics.');
  });

  it('assay check accepts a file that only needs review', async () => {
    const { code, output } = await check(agent('clock.py', `import datetime\nx = datetime.date.today()\n${MAIN}`));
    expect(code).toBe(0);
    expect(output).toContain('the operator will review the findings');
  });

  it('assay check notes a table of answers keyed by a digest of the query, as advice', { tags: 'slow' }, async () => {
    const problems = sampleProblems(30).map((problem, place) => ({
      ...problem,
      targets: problem.targets.map((target) => ({ ...target, productId: String(4_322_563_399 + 17 * place) })),
    }));
    const file = join(folder, 'table-problems.jsonl');
    writeFileSync(file, problems.map((problem) => `${JSON.stringify(problemToWire(problem))}\n`).join(''));
    const path = agent('table.py', answerTableAgent(problems, { shown: true }));
    const { code, output } = await check(path, '--problems', file, '--json');
    expect(code).toBe(0);
    const analysis = JSON.parse(output) as Analysis;
    expect(analysis).toMatchObject({ verdict: 'accepted', flagged: true });
    const codes = analysis.findings.map((each) => each.code);
    expect(codes).toEqual(expect.arrayContaining(['NUMBER_TABLE', 'QUERY_DIGEST']));
  });

  it('assay check finds answers of the given problems, also with --json', async () => {
    const target = { productId: '4322563399', titles: ['Kavari Desk Lamp'], services: [], options: {}, attributes: {} };
    const problem: Problem = {
      id: 'p1',
      category: 'product',
      query: 'a lamp by kavari',
      difficulty: 'easy',
      targets: [target],
    };
    const problems = join(folder, 'problems.jsonl');
    writeFileSync(problems, `${JSON.stringify(problemToWire(problem))}\n`);
    const path = agent('answers.py', `ANSWER = 4322563390 + 9\n${MAIN}`);
    const { code, output, error } = await check(path, '--problems', problems, '--json');
    expect(error).toBe('');
    expect(code).toBe(1);
    const analysis = JSON.parse(output) as Analysis;
    expect(analysis).toMatchObject({
      ...{ agent: 'answers.py', verdict: 'rejected', gravest: 'integrity' },
      would_cost: 'full cooldown',
    });
    expect(analysis.findings).toContainEqual(expect.objectContaining({ code: 'PRODUCT_ID', line: 1, column: 10 }));
  });

  it('assay check exits with 2 when there is nothing to check', async () => {
    expect(await check('nowhere.py')).toMatchObject({ code: 2, error: expect.stringContaining('There is no file') });
    expect(await check(agent('fine.py', MAIN), '--problems', 'nowhere.jsonl')).toMatchObject({ code: 2 });
  });

  it('a file cannot make assay check move the cursor', async () => {
    const { output } = await check(agent('escape.py', `x = getattr\ny = '\u001b[2J\u202e'\n${MAIN}`));
    expect(output).not.toContain('\u001b');
    expect(output).not.toContain('\u202e');
  });
});
