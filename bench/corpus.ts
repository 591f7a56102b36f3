/**
 * The corpus filter at the size of one day: `node bench/corpus.ts`. Makes 27,000 attempts, filters them, and for
 * comparison only parses the same bytes with `JSON.parse`; then repeats this with a tenth of them, to see whether the
 * cost is linear. `--large` uses ten times as many.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../src/cli/output/table.ts';
import { FILTER_CONFIG } from '../src/corpus/filter.ts';
import { filterAttempts, rowSources } from '../src/corpus/pipeline.ts';
import { writeSampleAttempts } from '../src/corpus/testing/sample-attempts.ts';
import { parseJson } from '../src/json/parse-json.ts';
import { readLines } from '../src/store/files.ts';

const { values: options } = parseArgs({
  options: {
    attempts: { type: 'string', default: '27000' },
    threads: { type: 'string', default: '2' },
    large: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});
const attempts = Number(options.attempts);
const sizes = options.large ? [attempts, attempts * 10] : [Math.round(attempts / 10), attempts];

const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'assay-bench-'));
try {
  const rows: (string | number)[][] = [];
  for (const size of sizes) {
    const path = join(folder, `${size}.jsonl`);
    if (statSync(path, { throwIfNoEntry: false }) === undefined) writeSampleAttempts(path, size);
    rows.push(await measure(path, size));
  }
  console.log(`${options.threads} threads beside the one that reads; bare parsing has one.\n`);
  console.log(
    table(
      ['attempts', 'MB', 'kept', 'seconds', 'per 1,000', 'of bare parsing', 'cpu', 'of bare parsing', 'peak MiB'],
      rows,
    ),
  );
} finally {
  if (options.keep === undefined) rmSync(folder, { recursive: true });
}

async function measure(path: string, size: number): Promise<(string | number)[]> {
  const megabytes = statSync(path).size / 1e6;
  const bare = await processorSeconds(async () => {
    for await (const line of readLines(path)) if ('text' in line) parseJson(line.text);
  });
  const out = join(folder, `out-${size}`);
  rmSync(out, { recursive: true, force: true });
  let kept = 0;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const ours = await processorSeconds(async () => {
    const order = { sources: rowSources(path), out, config: FILTER_CONFIG, queries: new Map(), withheld: new Map() };
    const threads = Number(options.threads);
    ({ kept } = await filterAttempts({ ...order, withheldChecked: false, threads, strict: true }));
  });
  clearInterval(watch);
  return [
    size,
    megabytes.toFixed(0),
    kept,
    ours.wall.toFixed(1),
    ((ours.wall / size) * 1_000).toFixed(2),
    (ours.wall / bare.wall).toFixed(2),
    ours.cpu.toFixed(1),
    (ours.cpu / bare.cpu).toFixed(2),
    (peak / 1024 ** 2).toFixed(0),
  ];
}

async function processorSeconds(work: () => Promise<void>): Promise<{ readonly wall: number; readonly cpu: number }> {
  const started = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: (performance.now() - started) / 1_000, cpu: (user + system) / 1e6 };
}
