/**
 * Compares the search with its baselines in one run. `npm run bench:search` measures 250,000 products; `npm run
 * bench:search -- --large` adds 2,500,000, which takes some minutes and 4 GB of disk.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { arch, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { table } from '../src/cli/output/table.ts';
import { indexPath } from '../src/market/market-folder.ts';
import { EmbeddedSearch } from '../src/market/search.ts';
import { FullTextSearch } from './search/full-text-search.ts';
import { makeQueries, QUERY_CLASSES, type QueryClass } from './search/query-classes.ts';
import { passes, ReferenceSearch } from './search/reference-search.ts';
import { type Timing, timeEach } from './search/timing.ts';

const QUERIES = 2_000;
/** The baselines are slow; a few queries, the first of the same list, measure them well enough. */
const BASELINE_QUERIES = 25;
const PARITY_QUERIES = 200;

const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '250000' }, large: { type: 'boolean', default: false } },
});
const classes = Object.keys(QUERY_CLASSES) as QueryClass[];
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
try {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${arch()}, Node ${process.version}`);
  // The large market goes first: otherwise the baselines' memory would count as the engine's.
  if (options.large) measure(2_500_000, false);
  measure(Number(options.products), true);
} finally {
  rmSync(folder, { recursive: true });
}

function measure(products: number, baselines: boolean): void {
  console.log(`\n# ${products.toLocaleString('en')} products\n`);
  const market = join(folder, String(products));
  const assay = fileURLToPath(new URL('../bin/assay.js', import.meta.url));
  const build = JSON.parse(
    execFileSync(
      process.execPath,
      [assay, 'market', 'build', '--products', String(products), '--out', market, '--json'],
      {
        encoding: 'utf8',
      },
    ),
  ) as { readonly seconds: number; readonly peak_memory_bytes: number };

  const started = performance.now();
  const search = EmbeddedSearch.open(indexPath(market));
  const openMilliseconds = performance.now() - started;
  const engine = new Map(
    classes.map((name) => [name, timeEach(makeQueries(search.index, name, QUERIES), (query) => search.findNow(query))]),
  );
  const memory = process.memoryUsage().rss;
  const size = statSync(indexPath(market)).size;
  console.log(
    table(
      ['what', 'measured'],
      [
        ['build', `${build.seconds.toFixed(1)} s`],
        ['build, peak memory', megabytes(build.peak_memory_bytes)],
        ['index file', megabytes(size)],
        ['open', `${openMilliseconds.toFixed(0)} ms`],
        ['serving memory', megabytes(memory)],
      ],
    ),
  );
  console.log(
    `\nMilliseconds p50 / p99, one thread, warm, ${QUERIES} queries a class; × is how many times slower at p50\n`,
  );
  if (baselines) compareWithBaselines(search, engine, join(folder, 'fts.db'));
  else {
    console.log(
      table(
        ['queries', 'assay'],
        classes.map((name) => [QUERY_CLASSES[name], show(engine.get(name)!)]),
      ),
    );
  }
  checkParity(search);
  void search.close();
}

function compareWithBaselines(search: EmbeddedSearch, engine: ReadonlyMap<QueryClass, Timing>, database: string): void {
  const reference = new ReferenceSearch(search.index);
  const fullText = new FullTextSearch(database, search.index);
  const rows = classes.map((name) => {
    const queries = makeQueries(search.index, name, BASELINE_QUERIES);
    const ours = engine.get(name)!;
    const byReference = timeEach(queries, (query) => reference.page(query), 2);
    const byFullText = timeEach(queries, (query) => fullText.find(query), 2);
    return [
      QUERY_CLASSES[name],
      show(ours),
      show(byReference),
      `${Math.round(byReference.p50 / ours.p50)}×`,
      show(byFullText),
      `${Math.round(byFullText.p50 / ours.p50)}×`,
    ];
  });
  console.log(table(['queries', 'assay', 'reference', '', 'SQLite FTS5', ''], rows));
  console.log(`\nSQLite took ${fullText.buildSeconds.toFixed(0)} s to load and index the same texts.`);
  fullText.close();
  for (const name of ['filtered', 'shop'] as const) showMisses(search, reference, name);
}

/** How many of the first fifty true matches the reference misses because it only considers 10,000 hits. */
function showMisses(search: EmbeddedSearch, reference: ReferenceSearch, name: QueryClass): void {
  let truth = 0;
  let seen = 0;
  let short = 0;
  const queries = makeQueries(search.index, name, BASELINE_QUERIES * 2);
  for (const query of queries) {
    const wanted = [1, 2, 3, 4, 5].flatMap((page) => search.pageOf({ ...query, page }));
    const found = reference.matches(query).length;
    truth += wanted.length;
    seen += found;
    if (Math.min(10, wanted.length) > Math.min(10, found)) short++;
  }
  console.log(
    `Queries ${QUERY_CLASSES[name]}: the reference finds ${seen} of ${truth} true matches and misses ${truth - seen}; ` +
      `${short} of ${queries.length} first pages come out short.`,
  );
}

/** Every answer must equal that of an exhaustive scorer, at this size too. */
function checkParity(search: EmbeddedSearch): void {
  const reference = new ReferenceSearch(search.index);
  let equal = 0;
  const queries = classes.flatMap((name) => makeQueries(search.index, name, PARITY_QUERIES / classes.length));
  for (const query of queries) {
    const expected: number[] = [];
    const limit = query.sort === 'default' ? 10 : 50;
    for (const doc of reference.ranking(query)) {
      if (expected.length === limit) break;
      if (passes(search.index.product(doc), query)) expected.push(doc);
    }
    if (query.sort === 'priceasc') {
      expected.sort((left, right) => search.index.prices[left]! - search.index.prices[right]!);
    }
    if (search.pageOf(query).join() === expected.slice(0, 10).join()) equal++;
  }
  console.log(`\nParity: ${equal} of ${queries.length} pages equal those of a scorer that skips nothing.`);
  if (equal < queries.length) process.exitCode = 1;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function show({ p50, p99 }: Timing): string {
  return `${digits(p50)} / ${digits(p99)}`;
}

function digits(milliseconds: number): string {
  return milliseconds >= 10 ? milliseconds.toFixed(0) : milliseconds.toPrecision(2);
}
