/**
 * Measures the whole API on both engines: `npm run bench:api`. Four parts, each with its own server; `--parts
 * routes,speed` runs some.
 *
 * `routes`: fills an arena with 1,000 contestants and 100,000 attempts, then requests every public GET route
 * and the addresses that pages request, alternating with a bare Fastify route in the same process: p50, p95, bytes, and
 * their ratios. A response other than 200 fails it. Nothing happens in the arena meanwhile; with `-- --route-validators 2`
 * validators work, so that about one event a second makes cached answers stale.
 *
 * `speed`: cached reads compared with a bare Fastify route, and signed heartbeats, each with its goal. On a machine
 * with other work, read the ratios by processor time.
 *
 * `load`: 64 validators do 10,000 runs over HTTP, with every kind of client failure, while contestants submit and a
 * reader polls the leaderboard. At the end everything acknowledged must be there, and every rule of the queue is
 * checked. `-- --kills 30` also kills the server repeatedly. `-- --runs 300` is a quick check.
 *
 * `crowd`: the same with 200 validators that take seconds for each step, and 2,000 readers of the event stream. In the
 * end each reader must have seen every event, including those that disconnected in between.
 *
 * The server has its own process. All clients share this process: on two cores, a second one would only alternate with
 * it, and each would measure the other. The leaderboard reader has its own, because it must wait only for the server.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { arch, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareArena } from '../src/server/testing/crash/prepare-arena.ts';
import { surviveKills } from '../src/server/testing/crash/survive-kills.ts';
import type { Engine } from '../src/store/database/engine.ts';
import { findPostgres } from '../src/store/testing/find-postgres.ts';
import { PostgresServer } from '../src/store/testing/postgres-server.ts';
import { type Measured, measureEngine } from './api/measure-engine.ts';
import { measureRoutes } from './api/measure-routes.ts';
import { measureSpeed } from './api/measure-speed.ts';
import { reportEngines } from './api/report.ts';
import { reportRoutes } from './api/report-routes.ts';
import { reportSpeed } from './api/report-speed.ts';

const { values: options } = parseArgs({
  options: {
    parts: { type: 'string', default: 'routes,speed,load,crowd' },
    contestants: { type: 'string', default: '1000' },
    races: { type: 'string', default: '12' },
    'route-rounds': { type: 'string', default: '60' },
    'route-validators': { type: 'string', default: '0' },
    runs: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '64' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    seed: { type: 'string', default: '1' },
    problems: { type: 'string', default: '30' },
    waiting: { type: 'string', default: '300' },
    lease: { type: 'string', default: '6' },
    think: { type: 'string', default: '0' },
    kills: { type: 'string', default: '0' },
    qualifiers: { type: 'string', default: '100' },
    'read-seconds': { type: 'string', default: '2' },
    'read-rounds': { type: 'string', default: '5' },
    heartbeats: { type: 'string', default: '8000' },
    connections: { type: 'string', default: '32' },
    'crowd-runs': { type: 'string', default: '600' },
    'crowd-clients': { type: 'string', default: '200' },
    'crowd-think': { type: 'string', default: '3000' },
    streams: { type: 'string', default: '2000' },
    profile: { type: 'string' },
  },
});
const load = {
  runs: Number(options.runs),
  clients: Number(options.clients),
  problems: Number(options.problems),
  waiting: Number(options.waiting),
  leaseSeconds: Number(options.lease),
  thinkMilliseconds: Number(options.think),
  streams: 0,
  seed: Number(options.seed),
  profile: options.profile,
};
const kills = Number(options.kills);
const speedLoad = {
  qualifiers: Number(options.qualifiers),
  problems: Number(options.problems),
  rounds: Number(options['read-rounds']),
  seconds: Number(options['read-seconds']),
  connections: Number(options.connections),
  heartbeats: Number(options.heartbeats),
  seed: Number(options.seed),
  profile: options.profile,
};
const routesLoad = {
  contestants: Number(options.contestants),
  races: Number(options.races),
  pending: Number(options.waiting),
  validators: 200,
  problems: Number(options.problems),
  rounds: Number(options['route-rounds']),
  working: Number(options['route-validators']),
  seed: Number(options.seed),
  profile: options.profile,
};
/** Slower than possible, like real validators: each step of a run takes seconds. */
const crowdLoad = {
  ...load,
  runs: Number(options['crowd-runs']),
  clients: Number(options['crowd-clients']),
  streams: Number(options.streams),
  leaseSeconds: 300,
  // Our validators poll every half minute.
  idleMilliseconds: 20_000,
  thinkMilliseconds: Number(options['crowd-think']),
};
const parts = options.parts.split(',');

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${arch()}, Node ${process.version}, load before ${loadavg()[0]!.toFixed(1)}`,
);
if (parts.includes('load')) {
  console.log(
    `load: ${load.clients} validators in one process, 16 contestants, ${load.problems} problems a run, leases of ${load.leaseSeconds} s, seed ${load.seed}`,
  );
}
if (parts.includes('crowd')) {
  console.log(`crowd: ${crowdLoad.clients} validators, ${crowdLoad.streams} readers of events, ${crowdLoad.runs} runs`);
}
console.log();
const measured: Measured[] = [];
const crowds: Measured[] = [];
for (const engine of options.engines.split(',') as Engine[]) {
  await withPlace(engine, async (url) => {
    if (!parts.includes('routes')) return;
    const speeds = await measureRoutes(engine, url, routesLoad);
    console.log(`${reportRoutes(speeds)}\n`);
    if (speeds.unanswered.length > 0) process.exitCode = 1;
  });
  await withPlace(engine, async (url) => {
    if (parts.includes('speed')) console.log(`${reportSpeed(await measureSpeed(engine, url, speedLoad))}\n`);
  });
  await withPlace(engine, async (url) => {
    if (parts.includes('load')) measured.push(await measureEngine(engine, url, load));
  });
  await withPlace(engine, async (url) => {
    if (parts.includes('crowd')) crowds.push(await measureEngine(engine, url, crowdLoad));
  });
  if (kills > 0) await withPlace(engine, async (url) => await killAgainAndAgain(engine, url));
}
if (measured.length > 0) console.log(reportEngines(measured));
if (crowds.length > 0) console.log(`${measured.length > 0 ? '\n' : ''}${reportEngines(crowds)}`);
for (const { engine, flaws, complaint } of [...measured, ...crowds]) {
  if (complaint !== '') console.log(`\n${engine}, the server's log:\n${complaint.slice(0, 2_000)}`);
  for (const flaw of flaws.slice(0, 20)) console.log(`${engine}: ${flaw}`);
  if (flaws.length > 0) process.exitCode = 1;
}

async function withPlace(engine: Engine, work: (url: string | undefined) => Promise<void>): Promise<void> {
  if (engine === 'sqlite') return await work(undefined);
  const found = findPostgres();
  if (!found.ok) return console.log(`${engine} is left out: ${found.reason}`);
  const server = await PostgresServer.start(found);
  try {
    await work(await server.createDatabase());
  } finally {
    await server.stop();
  }
}

async function killAgainAndAgain(engine: Engine, url: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const plan = { validators: 16, contestants: 4, problems: load.problems, leaseSeconds: load.leaseSeconds };
    const prepared = await prepareArena({ ...plan, seed: load.seed, folder, url });
    const { whileStarting, acknowledged, flaws, ...survived } = await surviveKills(prepared, kills);
    const { submissions, progressReports, completions } = acknowledged;
    console.log(
      `${engine}: killed ${survived.kills} times, ${whileStarting} of them while starting; ${submissions} submissions, ` +
        `${progressReports} progress reports and ${completions} completions were acknowledged, and looked for after each; ` +
        `${flaws.length} flaws`,
    );
    for (const flaw of flaws.slice(0, 20)) console.log(`  ${flaw}`);
    if (flaws.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
