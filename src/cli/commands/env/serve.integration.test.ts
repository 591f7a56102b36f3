import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexPath } from '../../../market/market-folder.ts';
import { MarketIndex } from '../../../market/market-index.ts';
import { sharedMarket } from '../../../market/testing/shared-market.ts';
import { problemToWire } from '../../../problems/problem-wire.ts';
import { synthesiseProblems } from '../../../problems/synthesis.ts';
import { scaled } from '../../../testing/scaled.ts';
import { AssayRunner } from '../../testing/assay-runner.ts';

const PROGRAM = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));
const HELD_OUT = fileURLToPath(new URL('../../../../suites/heldout-75', import.meta.url));

const runner = new AssayRunner();
let root: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-env-serve-'));
  const market = join(root, 'market');
  await sharedMarket({ products: 3_000, seed: 7, folder: market });
  const index = MarketIndex.open(indexPath(market));
  const problems = await Array.fromAsync(
    synthesiseProblems({ index, count: 3, mix: { product: 1 }, seed: 7, threads: 1 }),
  );
  index.close();
  writeFileSync(
    join(root, 'lamps.jsonl'),
    problems.map((problem) => `${JSON.stringify(problemToWire(problem))}\n`).join(''),
  );
}, scaled(120_000));
afterAll(() => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  rmSync(root, { recursive: true });
});

const SMALL = ['--train-suite', 'lamps.jsonl', '--eval-suite', 'none', '--market', 'market', '--port', '0'];

async function serve(environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [PROGRAM, 'env', 'serve', ...SMALL, '--json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  started.push(child);
  let said = '';
  for await (const piece of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += piece;
    if (said.trimEnd().endsWith('\n}')) return { child, ...JSON.parse(said) };
  }
  throw new Error(`it ended: ${said} ${await text(child.stderr)}`);
}

describe('env serve', () => {
  it('assay env serve serves episodes with teacher rewards, and stops on an interrupt', {
    timeout: scaled(120_000),
  }, async () => {
    const { child, url, splits } = await serve({ ASSAY_ENV_TOKEN: 'sesame' });
    expect(splits).toEqual([{ name: 'train', suite: 'lamps', problems: 3, with_teacher: 3 }]);
    expect((await fetch(`${url}/assay/splits`)).status).toBe(401);
    const response = await fetch(`${url}/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sesame' },
      body: '{"index":0}',
    });
    expect(await response.json()).toMatchObject({ done: false, observation: { split: 'train', turn: 0 } });
    const ended = once(child, 'close');
    child.kill('SIGINT');
    await ended;
    expect(child.exitCode).toBe(0);
  });

  it.each([
    [['--train-suite', HELD_OUT, '--eval-suite', 'none'], /held out and may not be trained on/],
    [['--train-suite', 'none', '--eval-suite', HELD_OUT], /held out and is not served/],
    [['--eval-suite', HELD_OUT, '--serve-heldout'], /needs --experiment and --checkpoint/],
    [[...SMALL, '--host', '0.0.0.0'], /can be reached from other machines, and no token is set/],
    [['--train-suite', 'none', '--eval-suite', 'none'], /nothing to serve/],
    [[...SMALL, '--teacher', 'nowhere'], /There is no evaluation in nowhere/],
  ])('assay env serve rejects %j', { timeout: scaled(60_000) }, async (words, said) => {
    const { code, error } = await runner.run(['env', 'serve', ...words], { cwd: root });
    expect([1, 2]).toContain(code);
    expect(error).toMatch(said);
    expect(existsSync(join(root, 'data', 'openings'))).toBe(false);
  });

  it.each([
    [{ ASSAY_ENV_TOOLS_TOKEN: 'peek' }, /ASSAY_ENV_TOKEN is not, so any client could request verdicts/],
    [{ ASSAY_ENV_TOOLS_TOKEN: 'peek', ASSAY_ENV_TOKEN: 'peek' }, /are the same, so agents could request verdicts/],
  ])(
    'assay env serve rejects a tools token that allows more than the tools: %j',
    { timeout: scaled(60_000) },
    async (env, said) => {
      const { code, error } = await runner.run(['env', 'serve', ...SMALL], { cwd: root, env });
      expect(code).toBe(2);
      expect(error).toMatch(said);
    },
  );

  it('assay env serve uses the calls of an evaluation as the teacher', {
    tags: 'slow',
    timeout: scaled(120_000),
  }, async () => {
    const run = ['--model', 'house/expert', '--suite', 'lamps.jsonl', '--market', 'market', '--out', 'teaching'];
    const { code, error } = await runner.run(['eval', 'run', ...run, '--samples', '2', '--no-greedy'], { cwd: root });
    expect(code, error).toBe(0);
    const solved = readFileSync(join(root, 'teaching', 'journal.jsonl'), 'utf8');
    expect(solved).toContain('"success":true');
    const child = spawn(
      process.execPath,
      [PROGRAM, 'env', 'serve', ...SMALL, '--teacher', 'teaching', '--port', '0', '--json'],
      { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    started.push(child);
    const [first] = await once(child.stdout.setEncoding('utf8'), 'data');
    expect(first).toContain('"with_teacher"');
    expect(JSON.parse(first).splits[0].with_teacher).toBeGreaterThan(0);
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  });
});
