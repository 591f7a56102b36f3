import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { indexPath } from '../../../market/market-folder.ts';
import { sampleProduct } from '../../../market/testing/sample-products.ts';
import { writeIndex } from '../../../market/testing/write-index.ts';
import { problemToWire } from '../../../problems/problem-wire.ts';
import { measuredProblems, sampleProblems } from '../../../problems/testing/sample-problems.ts';
import { problemsAlarmsCommand } from './alarms.ts';
import { problemsBankCommand } from './bank.ts';
import { problemsDrawCommand } from './draw.ts';
import { problemsRevealCommand } from './reveal.ts';
import { problemsSuiteCommand } from './suite.ts';
import { problemsVerifyDrawCommand } from './verify-draw.ts';

let folder: string;
let bank: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-problems-cli-'));
  bank = join(folder, 'bank');
  file = problemFile('problems.jsonl', 27, 'p');
});
afterEach(() => rmSync(folder, { recursive: true }));

function problemFile(name: string, count: number, prefix: string, make = measuredProblems): string {
  const path = join(folder, name);
  const lines = make(count, prefix).map((problem) => JSON.stringify(problemToWire(problem)));
  writeFileSync(path, lines.join('\n'));
  return path;
}

interface Outcome {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the commands of `assay problems` in this process. */
async function problems(...words: string[]): Promise<Outcome> {
  const program = new Command('problems')
    .addCommand(problemsSuiteCommand())
    .addCommand(problemsBankCommand())
    .addCommand(problemsDrawCommand())
    .addCommand(problemsRevealCommand())
    .addCommand(problemsVerifyDrawCommand())
    .addCommand(problemsAlarmsCommand());
  for (const command of leaves(program)) command.exitOverride().option('--json');
  const stdout: string[] = [];
  const stderr: string[] = [];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => stdout.push(String(text)) > 0),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => stderr.push(String(text)) > 0),
  ];
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await program.parseAsync(words, { from: 'user' });
    return { code: process.exitCode ?? 0, stdout: stdout.join(''), stderr: stderr.join('') };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

describe('assay problems', () => {
  it('assay problems retires problems of the bank, reports it, and warns of earlier committed draws', async () => {
    await problems('bank', 'add', file, '--bank', bank);
    const retire = (...words: string[]) => problems('bank', 'retire', ...words, '--bank', bank);
    const done = await retire('p1', 'p2', '--why', 'leaked', '--json');
    expect(JSON.parse(done.stdout)).toEqual({ retired: ['p1', 'p2'], already_retired: [], committed_draws: [] });
    expect((await retire('p1', '--why', 'again')).stdout).toBe('0 problems retired, 1 already retired.\n');
    const shown = await problems('bank', 'exposure', 'p1', '--bank', bank);
    expect(shown.stdout).toMatch(/retired: \d{4}-/);
    expect((await problems('bank', 'stats', '--bank', bank)).stdout).toMatch(/drawable\s+25\n/);
    await problems('draw', 'race-1', '--count', '25', '--bank', bank);
    expect((await retire('p3', '--why', 'late')).stderr).toContain('Race race-1 was drawn before and still uses p3.');
    await expect(retire('p99', '--why', 'x')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(retire('p4', '--why', ' ')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(retire('p4')).rejects.toThrow('--why');
  });

  it('assay problems creates, lists and shows suites, a sealed one without its questions', async () => {
    const create = ['suite', 'create', file, '--name', 'q', '--suite-version', '1', '--bank', bank];
    const made = await problems(...create, '--kind', 'qualifying');
    expect(made.stdout).toMatch(
      /^Created q version 1, 27 problems\.\n[0-9a-f]{64}\necho \(no model\) solves 0 of 27; the limit is 10 %\./,
    );
    expect((await problems(...create, '--kind', 'qualifying')).stdout).toContain('Already exists');
    await expect(problems(...create, '--kind', 'race')).rejects.toMatchObject({ code: 'BANK_CONFLICT' });

    const held = problemFile('held.jsonl', 3, 'held');
    const seal = ['--name', 'vault', '--suite-version', '1', '--kind', 'heldout', '--sealed', '--bank', bank];
    expect((await problems('suite', 'create', held, ...seal)).stdout).toContain('sealed');
    expect((await problems('suite', 'list', '--bank', bank)).stdout).toMatch(/q .*\n.*vault .*sealed.*\n2 suites/);
    expect((await problems('suite', 'show', 'q', '--bank', bank)).stdout).toContain('a red lamp, number 5');
    const vault = await problems('suite', 'show', 'vault', '--bank', bank);
    expect(vault.stdout).toContain('held2');
    expect(vault.stdout).not.toContain('lamp');
    expect((await problems('suite', 'show', 'vault', '--bank', bank, '--json')).stdout).not.toContain('lamp');
    await expect(problems('bank', 'add', held, '--bank', bank)).rejects.toMatchObject({ code: 'PROBLEM_SEALED' });
  });

  it('assay problems creates no suite of problems without measurements, unless it can measure them', async () => {
    const easy = problemFile('easy.jsonl', 3, 'easy', sampleProblems);
    const create = ['suite', 'create', easy, '--name', 'e', '--suite-version', '1', '--bank', bank];
    const market = join(folder, 'market');
    await expect(problems(...create, '--kind', 'race', '--market', market)).rejects.toThrow('There is no market in');
    mkdirSync(market);
    const lamp = sampleProduct('easy0-1', { title: 'easy0lamp' });
    await writeIndex(indexPath(market), [lamp], { kind: 'import', file: 'easy' });
    await expect(problems(...create, '--kind', 'heldout', '--market', market)).rejects.toThrow(
      'The policy "echo", which has no model, solves 1 of 3 problems',
    );
    expect((await problems(...create, '--kind', 'benchmark')).stdout).toContain('so they were not checked');
  });

  it('assay problems takes a race from the bank to a verified draw', async () => {
    expect((await problems('bank', 'add', file, '--bank', bank)).stdout).toContain('27 problems added, 0 known');
    const drawn = await problems('draw', 'race-1', '--count', '9', '--bank', bank, '--json');
    const { commitment } = JSON.parse(drawn.stdout) as { commitment: string };
    expect(drawn.stdout).not.toMatch(/"p\d/);
    const beacon = ['--beacon', 'block 17', '--bank', bank];
    expect((await problems('draw', 'race-1', ...beacon)).stdout).toContain(`Drew 9 problems for race-1, committed as`);
    expect((await problems('draw', 'race-1', '--beacon', 'other', '--bank', bank)).stderr).toContain('drawn before');
    await expect(problems('draw', 'race-2', ...beacon)).rejects.toThrow('Race race-2 was never drawn');
    const out = join(folder, 'race-1.json');
    expect((await problems('reveal', 'race-1', '--out', out, '--bank', bank)).stdout).toContain('9 problems published');
    const good = await problems('verify-draw', out, '--commitment', commitment);
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('verifies') });
    const unconfirmed = await problems('verify-draw', out);
    expect(unconfirmed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('not confirmed') });
    expect((await problems('verify-draw', out, '--commitment', commitment, '--problems', file)).code).toBe(0);
    const forged = join(folder, 'forged.jsonl');
    writeFileSync(forged, readFileSync(file, 'utf8').replaceAll('"product_id":"', '"product_id":"other-'));
    const changed = await problems('verify-draw', out, '--commitment', commitment, '--problems', forged);
    expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining('query or answer key does not match') });
    writeFileSync(out, readFileSync(out, 'utf8').replace('race-1', 'race-2'));
    const bad = await problems('verify-draw', out, '--commitment', commitment);
    expect(bad).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`committed was ${commitment}`) });

    const stats = await problems('bank', 'stats', '--bank', bank, '--json');
    expect(JSON.parse(stats.stdout)).toMatchObject({ problems: 27, ever_drawn: 9, races_revealed: 1 });
    expect((await problems('bank', 'stats', '--bank', bank)).stdout).toMatch(/voucher +hard +3 +3/);
    const exposure = await problems('bank', 'exposure', '--bank', bank, '--json');
    const all = JSON.parse(exposure.stdout) as { problem_id: string; draws: unknown[] }[];
    const one = all.find((problem) => problem.draws.length > 0)!.problem_id;
    expect((await problems('bank', 'exposure', one, '--bank', bank)).stdout).toMatch(/not yet[\s\S]*race-1/);
    expect((await problems('bank', 'exposure', '--bank', bank)).stdout).toContain('27 problems.');
    await expect(problems('bank', 'exposure', 'nobody', '--bank', bank)).rejects.toThrow('neither in the bank');
  });

  it('assay problems verifies the ledger and exits with 1 when it was edited', async () => {
    await problems('bank', 'add', file, '--bank', bank);
    const good = await problems('bank', 'verify', '--bank', bank, '--json');
    expect(good.code).toBe(0);
    const { lines, head } = JSON.parse(good.stdout) as { lines: number; head: string };
    expect((await problems('bank', 'verify', '--bank', bank)).stdout).toContain(`head ${lines}:${head}`);
    expect((await problems('bank', 'verify', '--head', `${lines}:${head}`, '--bank', bank)).code).toBe(0);
    expect((await problems('bank', 'verify', '--head', `${lines}:${'0'.repeat(64)}`, '--bank', bank)).code).toBe(1);
    const ledger = join(bank, 'ledger.jsonl');
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('p1', 'p9'));
    const bad = await problems('bank', 'verify', '--bank', bank);
    expect(bad).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('line 1 was edited') });
    await expect(problems('bank', 'verify', '--bank', join(folder, 'no'))).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
  });

  it('assay problems prints solve alarms and reports invalid lines', async () => {
    const results = join(folder, 'results.jsonl');
    const attempt = (problem_id: string, agent: string, success: boolean): string =>
      JSON.stringify({ problem_id, agent_version_id: agent, success });
    const lines = ['a', 'b'].flatMap((agent) => [attempt('hard', agent, false), attempt('soft', agent, true)]);
    writeFileSync(results, [...lines, 'nonsense'].join('\n'));
    const few = ['--min-attempts', '2', '--min-agents', '2'];
    const { code, stdout, stderr } = await problems('alarms', results, ...few);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^line 5: is not JSON/) });
    expect(stdout).toMatch(/never solved +hard +2 +2\n.*always solved +soft +2 +2/);
    expect((await problems('alarms', results)).stdout).toContain('0 never solved, 0 always solved');
    expect(JSON.parse((await problems('alarms', results, ...few, '--json')).stdout)).toMatchObject({
      never_solved: [{ problem_id: 'hard' }],
      always_solved: [{ problem_id: 'soft' }],
      skipped: 1,
    });
    writeFileSync(results, 'nonsense');
    await expect(problems('alarms', results)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});
