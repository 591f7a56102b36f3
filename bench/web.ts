/**
 * The dashboard in a real Chromium, compared with an earlier build: `npm run bench:web`. `-- --against REF` names
 * another commit; `--rows 5000` and `--rounds 5` set the size of the leaderboard and how often each build is measured.
 *
 * Both builds are served by one arena, so that they show the same rows, and are measured alternately, so that other
 * work on the machine slows both. Goals: document, scripts and styles of the arena page below 120 kB compressed without
 * fonts, and a leaderboard of 5,000 rows that scrolls at 60 frames per second. API responses are not limited: their
 * size depends on the arena.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../src/cli/output/table.ts';
import { createArenaServer } from '../src/server/http/create-arena-server.ts';
import { readSite } from '../src/server/site/site.ts';
import { startArena } from '../src/server/start/start-arena.ts';
import { CachingFactsReader } from '../src/server/testing/crash/caching-facts-reader.ts';
import { prepareArena } from '../src/server/testing/crash/prepare-arena.ts';
import { fillLargeArena } from '../src/server/testing/scale/large-arena.ts';
import { mean } from '../src/statistics/mean.ts';
import { ascending, median, quantile } from '../src/statistics/quantile.ts';
import { openChromium } from '../web/test/chromium.ts';
import { buildAt, buildHere, earlierRef } from './web/build-site.ts';
import { type FirstLoad, measureLoad } from './web/measure-load.ts';
import { measureScroll, type Scroll, type Work } from './web/measure-scroll.ts';

const { values } = parseArgs({
  options: {
    against: { type: 'string', default: earlierRef() },
    rows: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
  },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);
const FIRST_LOAD_GOAL = 120_000;
const FRAME_GOAL = 1_000 / 60;
/** Longer than a frame at 60 Hz by more than the timer's jitter: the previous frame was shown twice. */
const LATE = FRAME_GOAL * 1.5;
/** Never runs housekeeping, which would change what the pages show. */
const NEVER_MILLISECONDS = 2 ** 31 - 1;

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-web-'));
try {
  const builds = [buildHere(join(folder, 'here')), buildAt(values.against, join(folder, 'earlier'))];
  const seen = await serveAndMeasure(builds);
  const [here, earlier] = seen;
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; ` +
      `${rows.toLocaleString('en')} rows, ${rounds} rounds in turns; against ${builds[1]!.name}\n`,
  );
  console.log(table(['', 'this tree', 'earlier', 'ratio', 'goal'], report(here!, earlier!)));
} finally {
  rmSync(folder, { recursive: true });
}

interface Seen {
  readonly loads: FirstLoad[];
  readonly scrolls: Scroll[];
}

async function serveAndMeasure(builds: readonly { readonly folder: string }[]): Promise<Seen[]> {
  const plan = { validators: 3, contestants: 3, problems: 4, leaseSeconds: 3_600, seed: 1 };
  const data = join(folder, 'arena');
  const prepared = await prepareArena({ ...plan, folder: data, url: undefined });
  await fillLargeArena(prepared, { contestants: rows, races: 3, pending: 3 });
  let url = '';
  const started = await startArena({
    folder: data,
    config: prepared.config,
    environment: {},
    reader: new CachingFactsReader(),
    version: 'bench',
    publicUrl: () => url,
    housekeepingMilliseconds: NEVER_MILLISECONDS,
  });
  url = await started.server.listen({ host: '127.0.0.1', port: 0 });
  const servers = await Promise.all(
    builds.map(async ({ folder }) => await createArenaServer(started.services, { site: await readSite(folder) })),
  );
  const browser = await openChromium();
  try {
    const urls = await Promise.all(servers.map((server) => server.listen({ host: '127.0.0.1', port: 0 })));
    const seen = builds.map((): Seen => ({ loads: [], scrolls: [] }));
    for (let round = 0; round < rounds; round++) {
      for (const [index, { loads, scrolls }] of seen.entries()) {
        loads.push(await measureLoad(browser, urls[index]!));
        scrolls.push(await measureScroll(browser, urls[index]!, rows));
      }
      if (process.stderr.isTTY) process.stderr.write(`\rround ${round + 1} of ${rounds} `);
    }
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    return seen;
  } finally {
    await browser.close();
    for (const server of servers) await server.close();
    await started.stop();
  }
}

function report(here: Seen, earlier: Seen): (string | number)[][] {
  const measures: readonly [name: string, measure: (seen: Seen) => number, digits: number, goal: string][] = [
    ['first load: pages, kB', loaded(({ siteBytes }) => siteBytes / 1e3), 1, `< ${FIRST_LOAD_GOAL / 1e3}`],
    ['first load: answers of the API, kB', loaded(({ apiBytes }) => apiBytes / 1e3), 1, ''],
    ['first load: both, kB', loaded(({ siteBytes, apiBytes }) => (siteBytes + apiBytes) / 1e3), 1, ''],
    ['other pages, fetched when idle, kB', loaded(({ laterBytes }) => laterBytes / 1e3), 1, ''],
    ['requests of the first load', loaded(({ requests }) => requests), 0, ''],
    ['until the first row, ms', loaded(({ milliseconds }) => milliseconds), 0, ''],
    ['frame p50, ms', framesAt(0.5), 1, FRAME_GOAL.toFixed(1)],
    ['frame p95, ms', framesAt(0.95), 1, FRAME_GOAL.toFixed(1)],
    ['late frames, %', lateShare, 1, ''],
    ['frames a second', (seen) => 1_000 / mean(framesOf(seen)), 1, '60'],
    ['processor for a frame, ms', worked('all'), 2, ''],
    ['  of it script', worked('script'), 2, ''],
    ['  of it style and layout', worked('layout'), 2, ''],
    ['rows in the document', ({ scrolls }) => median(scrolls.map(({ rowsInDocument }) => rowsInDocument)), 0, ''],
  ];
  return measures.map(([name, measure, digits, goal]) => {
    const [ours, theirs] = [measure(here), measure(earlier)];
    const ratio = theirs === 0 ? '' : (ours / theirs).toFixed(2);
    return [name, ours.toFixed(digits), theirs.toFixed(digits), ratio, goal];
  });
}

function loaded(part: (load: FirstLoad) => number): (seen: Seen) => number {
  return ({ loads }) => median(loads.map(part));
}

function worked(part: keyof Work): (seen: Seen) => number {
  return ({ scrolls }) => median(scrolls.map(({ work }) => work[part]));
}

function framesOf({ scrolls }: Seen): readonly number[] {
  return scrolls.flatMap(({ frames }) => frames);
}

function framesAt(share: number): (seen: Seen) => number {
  return (seen) => quantile(ascending(framesOf(seen)), share) ?? Number.NaN;
}

function lateShare(seen: Seen): number {
  const frames = framesOf(seen);
  return (100 * frames.filter((frame) => frame > LATE).length) / frames.length;
}
