/**
 * The 75-problem protocol with simulated models: `npm run bench:eval`. Three skill levels, eight samples and a greedy
 * run per problem, two at a time, then the report. `--market DIR` uses an existing market of 50,000 products instead of
 * building it.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { table } from '../src/cli/output/table.ts';
import type { EvaluationReport } from '../src/evaluation/report/evaluation-report.ts';
import { formatRate } from '../src/evaluation/report.ts';
import { buildMarket } from '../src/market/build-market.ts';
import { ConcurrencyLimit } from '../src/net/concurrency-limit.ts';

const ASSAY = fileURLToPath(new URL('../bin/assay.js', import.meta.url));
const SUITE = fileURLToPath(new URL('../suites/heldout-75', import.meta.url));
const MODELS = ['house/novice', 'house/adept', 'house/expert'];
const CORES = 2;

const { values: options } = parseArgs({ options: { market: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
try {
  const market = options.market ?? join(folder, 'market');
  if (options.market === undefined) await buildMarket({ products: 50_000, seed: 7, folder: market });
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  const limit = new ConcurrencyLimit(CORES);
  const times = await Promise.all(MODELS.map((model) => limit.run(() => measure(model, market))));
  const measured = seconds();
  await assay('eval', 'report', ...MODELS.map(outOf), '--out', join(folder, 'report'));
  const all = seconds();
  const report = JSON.parse(readFileSync(join(folder, 'report', 'report.json'), 'utf8')) as EvaluationReport;
  const rows = report.runs.map((run, place) => [
    run.label,
    times[place]!.toFixed(1),
    run.episodes.measured,
    formatRate(run.pass_at_1, { missing: run.missing.sampled }),
    formatRate(run.greedy, { missing: run.missing.greedy }),
    formatRate(run.at_k.at(-1)!.any, { missing: run.missing.sampled }),
    formatRate(run.at_k.at(-1)!.every, { missing: run.missing.sampled }),
  ]);
  console.log(table(['model', 'seconds', 'episodes', 'pass@1', 'greedy', 'pass@8', 'pass^8'], rows));
  const pages = statSync(join(folder, 'report', 'report.html')).size;
  console.log(
    `\n${all.toFixed(1)} s in all on ${CORES} of ${availableParallelism()} cores (limit 180 s): ${measured.toFixed(1)} s of episodes, ${(all - measured).toFixed(1)} s for a page of ${Math.round(pages / 1000)} kB.`,
  );
  for (const { left, right, sampled, corrected, different } of report.comparisons)
    console.log(
      `${left} and ${right}: ${(100 * sampled!.difference).toFixed(1)} points, corrected p ${corrected!.toExponential(1)}, ${different ? 'different' : 'not shown to differ'}`,
    );
  process.exitCode = all < 180 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(model: string, market: string): Promise<number> {
  const started = performance.now();
  const place = ['--suite', SUITE, '--market', market, '--out', outOf(model)];
  await assay('eval', 'run', '--model', model, ...place, '--ledger', join(folder, 'openings', 'ledger.jsonl'));
  return (performance.now() - started) / 1000;
}

function outOf(model: string): string {
  return join(folder, model.replace('/', '-'));
}

async function assay(...words: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [ASSAY, ...words]);
}
