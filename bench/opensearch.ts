/**
 * Imports a market into a real OpenSearch node on this machine and compares its answers and times with the embedded
 * index: `npm run bench:opensearch -- --products 250000`. `--market DIR` uses an existing market instead of building
 * one.
 */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { arch, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../src/cli/output/table.ts';
import { buildMarket } from '../src/market/build-market.ts';
import { indexPath } from '../src/market/market-folder.ts';
import type { MarketIndex } from '../src/market/market-index.ts';
import { importIntoOpenSearch } from '../src/market/opensearch/import-into-opensearch.ts';
import { OpenSearchSearch } from '../src/market/opensearch.ts';
import type { Product } from '../src/market/product.ts';
import { EmbeddedSearch, type ProductQuery } from '../src/market/search.ts';
import { findOpenSearch, OpenSearchNode } from '../src/market/testing/opensearch-node.ts';
import { quantile } from '../src/statistics/quantile.ts';
import { makeTemporaryFolder } from '../src/store/files.ts';
import { makeQueries, QUERY_CLASSES, type QueryClass } from './search/query-classes.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '250000' },
    market: { type: 'string' },
    shards: { type: 'string', default: '1' },
    heap: { type: 'string', default: '1g' },
    queries: { type: 'string', default: '400' },
  },
});
const found = findOpenSearch();
if ('reason' in found) throw new Error(found.reason);
const folder = makeTemporaryFolder('assay-bench-opensearch', tmpdir());
const market = options.market ?? folder;
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${arch()}, Node ${process.version}`);
let node: OpenSearchNode | undefined;
try {
  if (options.market === undefined) {
    const seconds = await timed(() => buildMarket({ products: Number(options.products), seed: 7, folder: market }));
    console.log(`built the market in ${seconds.toFixed(0)} s`);
  }
  const embedded = EmbeddedSearch.open(indexPath(market));
  node = await OpenSearchNode.start(found.java, found.folder, options.heap);
  await measure(embedded, node);
  await embedded.close();
} finally {
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(embedded: EmbeddedSearch, server: OpenSearchNode): Promise<void> {
  const address = { url: server.url, index: 'bench' };
  const before = usage(server.processId);
  const own = process.cpuUsage();
  const started = performance.now();
  let fillSeconds = 0;
  const imported = await importIntoOpenSearch({
    address,
    products: all(embedded.index),
    shards: Number(options.shards),
    onProgress: (phase, done) => {
      const seconds = (performance.now() - started) / 1000;
      if (phase === 'index') fillSeconds = seconds;
      else if (done % 250_000 === 0) console.log(`${done} products after ${seconds.toFixed(0)} s`);
    },
  });
  const seconds = (performance.now() - started) / 1000;
  const after = usage(server.processId);
  const { user, system } = process.cpuUsage(own);
  const rows: [string, string | number][] = [
    ['products', imported.products],
    ['shards', options.shards],
    [
      'sending and indexing',
      `${fillSeconds.toFixed(0)} s, ${Math.round(imported.products / fillSeconds)} products a second`,
    ],
    ['with merging', `${seconds.toFixed(0)} s, ${Math.round(imported.products / seconds)} products a second`],
    ['processor time, OpenSearch', `${(after.processorSeconds - before.processorSeconds).toFixed(0)} s`],
    ['processor time, import', `${((user + system) / 1e6).toFixed(0)} s`],
    ['memory of OpenSearch, peak', megabytes(after.peakBytes)],
    ['memory of the import, peak', megabytes(process.resourceUsage().maxRSS * 1024)],
    ['disk, OpenSearch', megabytes(imported.bytes)],
    ['disk, market.index', megabytes(statSync(indexPath(market)).size)],
  ];
  console.log(table(['what', 'measured'], rows));

  const remote = await OpenSearchSearch.open(address);
  const classes = Object.keys(QUERY_CLASSES) as QueryClass[];
  const compared = [];
  for (const name of classes) {
    const queries = makeQueries(embedded.index, name, Number(options.queries));
    // A warm-up: the first round is not counted.
    await answersAndTimes(queries, (query) => remote.find(query));
    const [theirs, ours] = [
      await answersAndTimes(queries, (query) => remote.find(query)),
      await answersAndTimes(queries, (query) => embedded.find(query)),
    ];
    const equal = queries.filter((_, place) => theirs.answers[place] === ours.answers[place]).length;
    if (equal < queries.length) process.exitCode = 1;
    compared.push([QUERY_CLASSES[name], `${equal} of ${queries.length}`, theirs.times, ours.times]);
  }
  console.log(table(['queries', 'equal pages', 'OpenSearch, p50 / p99 ms', 'embedded'], compared));
  await remote.close();
}

async function* all(index: MarketIndex): AsyncGenerator<Product> {
  yield* index.allProducts();
}

async function answersAndTimes(
  queries: readonly ProductQuery[],
  find: (query: ProductQuery) => Promise<unknown>,
): Promise<{ readonly answers: readonly string[]; readonly times: string }> {
  const answers: string[] = [];
  const times: number[] = [];
  for (const query of queries) {
    const started = performance.now();
    const answer = await find(query);
    times.push(performance.now() - started);
    answers.push(JSON.stringify(answer));
  }
  times.sort((left, right) => left - right);
  return { answers, times: `${quantile(times, 0.5)!.toPrecision(2)} / ${quantile(times, 0.99)!.toPrecision(2)}` };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Read from /proc; zero without it. Memory includes mapped files. */
function usage(processId: number): { readonly processorSeconds: number; readonly peakBytes: number } {
  try {
    const fields = readFileSync(join('/proc', String(processId), 'stat'), 'utf8')
      .split(') ')[1]!
      .split(' ');
    const status = readFileSync(join('/proc', String(processId), 'status'), 'utf8');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { processorSeconds: ticks / 100, peakBytes: 1024 * Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) };
  } catch {
    return { processorSeconds: 0, peakBytes: 0 };
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
