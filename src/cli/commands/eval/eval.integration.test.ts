import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuse, StandInModel, say, shopForLamp } from '../../../chat/testing/stand-in-model.ts';
import { evaluationReport, loadMeasuredRun, reportPages, summariseRun } from '../../../evaluation/report.ts';
import { indexPath } from '../../../market/market-folder.ts';
import { MarketIndex } from '../../../market/market-index.ts';
import { sharedMarket } from '../../../market/testing/shared-market.ts';
import { splitProblems } from '../../../problems/clusters.ts';
import type { Problem } from '../../../problems/problem.ts';
import { synthesiseProblems } from '../../../problems/synthesis.ts';
import { writeProblems } from '../../../problems/write-problems.ts';
import { AssayRunner } from '../../testing/assay-runner.ts';

const ASSAY = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));
const SUITES = fileURLToPath(new URL('../../../../suites/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-eval-'));
const place = (...parts: string[]): string => join(folder, ...parts);
let problems: readonly Problem[];

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const runner = new AssayRunner();

async function assay(...words: string[]): Promise<Outcome> {
  const { code, output, error } = await runner.run(words, { cwd: folder });
  return { code, stdout: output, stderr: error };
}

const runWords = (model: string, out: string, ...words: string[]): string[] => [
  ...['eval', 'run', '--model', model, '--suite', place('dev.jsonl'), '--market', place('market')],
  ...['--out', place(out), '-k', '3', '--ledger', place('openings', 'ledger.jsonl'), ...words],
];

const guarded = (model: string, out: string): string[] => runWords(model, out, '--trained-on', place('train.jsonl'));

beforeAll(async () => {
  await sharedMarket({ products: 3_000, seed: 5, folder: place('market') });
  const index = MarketIndex.open(indexPath(place('market')));
  const mix = { product: 1, shop: 1, voucher: 1 };
  problems = await Array.fromAsync(synthesiseProblems({ index, count: 12, mix, seed: 4, threads: 1 }));
  index.close();
  await writeProblems(place('dev.jsonl'), problems.slice(0, 8));
  await writeProblems(place('train.jsonl'), problems.slice(8));
  const runs = [assay(...guarded('house/expert', 'expert')), assay(...guarded('house/novice', 'whole'))];
  expect(await Promise.all(runs)).toMatchObject([
    { code: 0, stderr: '' },
    { code: 0, stderr: '' },
  ]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('assay eval', () => {
  it('a killed and resumed evaluation gives the identical report', { tags: 'slow' }, async () => {
    const words = guarded('house/novice', 'killed');
    const victim = spawn(process.execPath, [ASSAY, ...words], { cwd: folder, stdio: 'ignore' });
    const lines = () =>
      existsSync(place('killed', 'journal.jsonl'))
        ? readFileSync(place('killed', 'journal.jsonl'), 'utf8').split('\n').length
        : 0;
    while (lines() < 6 && victim.exitCode === null) await sleep(1);
    victim.kill('SIGKILL');
    if (victim.exitCode === null && victim.signalCode === null) await once(victim, 'exit');
    expect(lines()).toBeLessThan(32);
    expect(await assay(...words)).toMatchObject({ code: 0 });

    const reported = await assay('eval', 'report', place('killed'), place('expert'), '--out', place('report'));
    expect(reported.code).toBe(0);
    const whole = evaluationReport([loadMeasuredRun(place('whole')), loadMeasuredRun(place('expert'))], null);
    const { html, markdown } = reportPages(whole);
    expect(readFileSync(place('report', 'report.html'), 'utf8')).toBe(html);
    expect(readFileSync(place('report', 'report.md'), 'utf8')).toBe(markdown);
    expect(readFileSync(place('report', 'report.json'), 'utf8')).toBe(`${JSON.stringify(whole, null, 2)}\n`);
  });

  it('assay eval report says how many episodes of an incomplete run are missing', async () => {
    cpSync(place('whole'), place('cut'), { recursive: true });
    const journal = readFileSync(place('whole', 'journal.jsonl'), 'utf8').split('\n');
    writeFileSync(place('cut', 'journal.jsonl'), `${journal.slice(0, 5).join('\n')}\n`);
    const { missing } = summariseRun(loadMeasuredRun(place('cut')));
    expect(missing.sampled + missing.greedy!).toBe(27);
    const { code, stdout, stderr } = await assay('eval', 'report', place('cut'), '--out', place('cut-report'));
    expect(code).toBe(0);
    expect(stdout).toContain(`${missing.sampled} episodes missing`);
    expect(stdout).not.toContain('undefined');
    expect(stderr).toContain('27 of 32 episodes are not measured');
  });

  it('assay eval compares two runs, and resumes a run only with its original options', async () => {
    const [compared, other] = await Promise.all([
      assay('eval', 'compare', place('whole'), place('expert'), '--json'),
      assay(...guarded('house/novice', 'whole'), '-k', '2'),
    ]);
    expect(JSON.parse(compared.stdout)).toMatchObject({
      left: 'house/novice',
      right: 'house/expert',
      same_seeds: true,
    });
    expect(other).toMatchObject({ code: 1, stderr: expect.stringMatching(/another k: 3 there, 2 here/) });
  });

  it('assay eval measures a policy without a model like a model', async () => {
    const { code, stdout, stderr } = await assay(...runWords('policy/script', 'script', '-k', '1', '--no-greedy'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/^(?:pass|greedy)\S*/gm)).toEqual(['pass@1', 'pass@1,']);
    const { run, episodes } = loadMeasuredRun(place('script'));
    expect(run).toMatchObject({ endpoint: 'policy', simulated: false });
    const known = run.problems.filter(({ solved_by }) => solved_by?.includes('script') === true).map(({ id }) => id);
    const solved = episodes.filter(({ success }) => success).map(({ problem_id }) => problem_id);
    expect(solved.toSorted()).toEqual(known.toSorted());
    expect(episodes.map(({ ending }) => ending)).toEqual(Array.from({ length: 8 }, () => 'terminated'));
  });

  it('assay eval detects a leaked problem before anything is measured', async () => {
    writeFileSync(
      place('leaky.jsonl'),
      `${JSON.stringify({ messages: [{ role: 'user', content: problems[2]!.query.toUpperCase() }] })}\n`,
    );
    const leaked = await assay(...runWords('house/adept', 'leaked', '--trained-on', place('leaky.jsonl')));
    expect(leaked).toMatchObject({ code: 1, stderr: expect.stringContaining(problems[2]!.id) });
    expect(existsSync(place('leaked'))).toBe(false);
  });

  it('assay eval rejects wrong usage with the remedy', async () => {
    const cases: [words: string[], code: number, message: RegExp][] = [
      [runWords('house/genius', 'x'), 2, /no simulated model house\/genius.*house\/adept/s],
      [runWords('m', 'nobody', '--base-url', 'http://127.0.0.1:9/v1'), 2, /does not answer/],
      [runWords('house/adept', 'x', '--tools', '5'), 2, /'--tools <n>' argument '5' is invalid/],
      [['eval', 'report', place('nowhere')], 2, /no evaluation in/],
      [
        [
          'eval',
          'run',
          '--model',
          'house/adept',
          '--suite',
          join(SUITES, 'heldout-75'),
          '--market',
          place('market'),
          '--out',
          place('x'),
        ],
        1,
        /belongs to a market of 50000 products, seed 7/,
      ],
    ];
    const outcomes = await Promise.all(cases.map(([words]) => assay(...words)));
    for (const [number, [, code, message]] of cases.entries()) {
      expect(outcomes[number]!.stderr).toMatch(message);
      expect(outcomes[number]!.code).toBe(code);
    }
  });

  it('assay eval opens a held-out suite with a ledger entry, refuses selection, and records an override', async () => {
    const index = MarketIndex.open(indexPath(place('market')));
    const shares = { train: 0.5, dev: 0, heldout: 0.5 };
    await splitProblems({ files: [], problems, market: index, shares, seed: 1, out: place('split') });
    index.close();
    const held = (checkpoint: string, ...words: string[]) =>
      assay(
        ...[
          'eval',
          'run',
          '--model',
          'house/adept',
          '--checkpoint',
          checkpoint,
          '--suite',
          place('split', 'heldout.jsonl'),
        ],
        ...[
          '--market',
          place('market'),
          '--out',
          place(`held-${checkpoint}`),
          '-k',
          '1',
          '--no-greedy',
          '--user',
          'ada',
        ],
        ...['--ledger', place('sealed', 'ledger.jsonl'), ...words],
      );
    expect(await held('step-1')).toMatchObject({ code: 0 });
    copyFileSync(place('split', 'heldout.jsonl'), place('innocent.jsonl'));
    const refused = { code: 1, stderr: expect.stringContaining('Choose on a dev suite') };
    expect(
      await Promise.all([
        held('step-2'),
        held('step-3', '--suite', place('innocent.jsonl')),
        held('step-1b', '--model-selection'),
      ]),
    ).toMatchObject([refused, refused, refused]);
    expect(await held('step-2', '--allow-heldout-selection')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('used to select a checkpoint'),
    });
    const ledger = readFileSync(place('sealed', 'ledger.jsonl'), 'utf8').trimEnd().split('\n');
    expect(ledger.map((line) => JSON.parse(line))).toMatchObject([
      { kind: 'opened', checkpoint: 'step-1', who: 'ada' },
      { kind: 'burned' },
      { kind: 'opened', checkpoint: 'step-2' },
    ]);
  });

  it('assay eval compares runs with the plan they were begun with', async () => {
    const plan = {
      version: 1,
      suite: 'dev',
      models: [{ label: 'house/adept' }],
      comparisons: [],
      k: 1,
      seeds: [1],
      temperature: 0.9,
      harness: 7,
      stop_rule: 'when every episode is measured',
    };
    writeFileSync(place('plan.json'), JSON.stringify(plan));
    const ledger = ['--ledger', place('openings', 'ledger.jsonl')];
    const registered = await assay('eval', 'plan', place('plan.json'), ...ledger, '--json');
    expect(JSON.parse(registered.stdout)).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const planned = (...words: string[]) =>
      assay(...runWords('house/adept', 'planned', '--no-greedy', '--plan', place('plan.json'), ...words));
    expect(await planned()).toMatchObject({ code: 1, stderr: expect.stringContaining('k is 3, planned was 1') });
    expect(await planned('-k', '1')).toMatchObject({ code: 0 });
    writeFileSync(place('other-plan.json'), JSON.stringify({ ...plan, stop_rule: 'when it looks good' }));
    const report = (name: string) =>
      assay('eval', 'report', place('planned'), '--out', place('r', name), '--plan', place(name));
    expect(await Promise.all([report('plan.json'), report('other-plan.json')])).toMatchObject([
      { code: 0 },
      { code: 1, stderr: expect.stringContaining('another plan') },
    ]);
  });

  it('assay eval uses an endpoint, requests tokens if kept, and reports a wrong model or key', async () => {
    const model = await StandInModel.start((request, response) => {
      if (request.model !== 'student') return refuse(response, 404, '{"error":{"code":"model_not_found"}}');
      say(response, 'I go on.', shopForLamp(request));
    });
    try {
      const run = (name: string, out: string, ...more: string[]) =>
        assay(...runWords(name, out, '--base-url', model.baseUrl, '-k', '1', '--no-greedy', '--json', ...more));
      const done = await run('student', 'endpoint', '--keep-tokens');
      expect(done.code).toBe(0);
      expect(JSON.parse(done.stdout)).toMatchObject({
        result: { measured: 8, episodes: 8, unmeasured: 0 },
        summary: { simulated: false, effort: { microdollars: null, seconds: { median: expect.any(Number) } } },
      });
      expect(model.requests.at(-1)).toMatchObject({
        return_token_ids: true,
        logprobs: true,
        stream: true,
        top_p: 0.95,
      });
      await run('student', 'plain');
      expect(model.requests.at(-1)).not.toHaveProperty('logprobs');
      expect(model.requests.at(-1)).not.toHaveProperty('return_token_ids');
      expect(await run('studnet', 'typo')).toMatchObject({ code: 2, stdout: expect.stringContaining('studnet') });
      model.behave((_, response) => refuse(response, 401, 'no'));
      expect(await run('student', 'keyless')).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('refuses calls without a key'),
      });
      expect(existsSync(place('keyless', 'run.json'))).toBe(false);
    } finally {
      model.stop();
    }
  });
});
