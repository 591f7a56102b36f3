import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexPath } from '../src/market/market-folder.ts';
import { MarketIndex } from '../src/market/market-index.ts';
import { sharedMarket } from '../src/market/testing/shared-market.ts';
import { problemToWire } from '../src/problems/problem-wire.ts';
import { synthesiseProblems } from '../src/problems/synthesis.ts';
import { bundleHarness } from './bundle-harness/bundle-harness.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

let folder: string;
let bundle: string;
let size: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-harness-'));
  const market = join(folder, 'market-2000-7');
  await sharedMarket({ products: 2_000, seed: 7, folder: market });
  const index = MarketIndex.open(indexPath(market));
  const mix = { product: 1, shop: 1, voucher: 1 };
  const problems = await Array.fromAsync(synthesiseProblems({ index, count: 6, mix, seed: 3, threads: 1 }));
  index.close();
  writeFileSync(
    join(folder, 'problems.jsonl'),
    problems.map((problem) => `${JSON.stringify(problemToWire(problem))}\n`).join(''),
  );
  ({ bytes: size } = await bundleHarness({ out: join(folder, 'made'), market }));
  // Moved elsewhere, so that the bundle cannot use files of the repository.
  bundle = join(folder, 'carried');
  cpSync(join(folder, 'made'), bundle, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(cwd: string, script: string, ...words: string[]): string {
  const env = { PATH: '/usr/bin:/bin', HOME: cwd };
  return execFileSync(realpathSync(process.execPath), [script, ...words], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function measure(cwd: string, script: string, market: string, out: string): string {
  run(
    cwd,
    script,
    'eval',
    'run',
    '--model',
    'house/adept',
    '--suite',
    join(folder, 'problems.jsonl'),
    ...['-k', '2'],
    ...['--market', market, '--out', out],
  );
  return readFileSync(join(out, 'transcripts.jsonl'), 'utf8').split('\n').sort().join('\n');
}

describe('harness bundle', () => {
  it('the harness bundle measures the same as the repository, with only Node', { tags: 'slow' }, () => {
    const carried = measure(bundle, 'assay-train.mjs', 'data/market-2000-7', join(folder, 'carried-run'));
    const here = measure(ROOT, 'bin/assay.js', join(folder, 'market-2000-7'), join(folder, 'own-run'));
    expect(carried.length).toBeGreaterThan(10_000);
    expect(carried).toBe(here);
    const report = run(
      bundle,
      'assay-train.mjs',
      'eval',
      'report',
      join(folder, 'carried-run'),
      '--out',
      join(folder, 'page'),
    );
    expect(report).toContain('house/adept');
  });

  it('the harness bundle runs an agent in the sandbox and filters its attempts', { tags: 'slow' }, () => {
    const data = join(folder, 'attempts');
    const said = run(
      bundle,
      'assay-train.mjs',
      ...['try', 'agents/four_tools.py', '--model', 'house/expert', '--problems', join(folder, 'problems.jsonl')],
      ...['--limit', '2', '--market', 'data/market-2000-7', '--data', data, '--json'],
    );
    expect(JSON.parse(said)).toMatchObject({ summary: { total_problems: 2, not_the_agents_fault: 0 } });
    const out = join(folder, 'filtered');
    const filtered = run(bundle, 'assay-train.mjs', 'corpus', 'filter', data, '--out', out, '--json');
    expect(JSON.parse(filtered)).toMatchObject({ rows: 2, quarantined: 0 });
  });

  it('the harness bundle includes what training needs', () => {
    expect(run(bundle, 'assay-train.mjs', 'train', '--help')).toMatch(/run [\s\S]*ablation /);
    expect(run(bundle, 'assay-train.mjs', 'train', 'run', '--help')).toContain('--recipe');
    for (const file of [
      'suites/dev-75/problems.jsonl',
      'recipes/small.json',
      'python/trainer/__main__.py',
      'training-shell.sh',
      'gpu-run.sh',
      'experiment.sh',
      'flywheel.sh',
    ])
      expect(existsSync(join(bundle, file)), file).toBe(true);
    expect(existsSync(join(bundle, 'python/trainer/tests'))).toBe(false);
  });

  it('the harness bundle is under 8 MiB without the market', () => {
    expect(size).toBeLessThan(8 * 1024 ** 2);
    expect(statSync(join(bundle, 'lib', 'main.mjs')).size).toBeLessThan(1024 ** 2);
  });

  it('the harness bundle refuses a damaged market', () => {
    const damaged = join(folder, 'damaged');
    cpSync(join(folder, 'made'), damaged, { recursive: true });
    writeFileSync(join(damaged, 'market', 'market.json'), '{"name":"market-2000-7","sha256":"00"}');
    expect(() => run(damaged, 'assay-train.mjs', '--version')).toThrow(/damaged/);
  });

  it('bundling never overwrites other files', async () => {
    await expect(bundleHarness({ out: folder, market: join(folder, 'market-2000-7') })).rejects.toThrow(
      /something else/,
    );
    expect(existsSync(join(folder, 'problems.jsonl'))).toBe(true);
  });
});
