import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { prepareArena } from '../../src/server/testing/crash/prepare-arena.ts';
import { startArenaProcess } from '../../src/server/testing/crash/start-arena-process.ts';
import { fillLargeArena, type LargeArena } from '../../src/server/testing/scale/large-arena.ts';
import { ascending, quantile } from '../../src/statistics/quantile.ts';
import type { Engine } from '../../src/store/database/engine.ts';
import { BARE_ADDRESS } from './bare-address.ts';

export interface RoutesLoad {
  readonly contestants: number;
  readonly races: number;
  readonly pending: number;
  readonly validators: number;
  readonly problems: number;
  readonly rounds: number;
  readonly seed: number;
  readonly profile: string | undefined;
}

export interface RouteSpeed {
  /** The route as the API document writes it, or a variant with parameters. */
  readonly route: string;
  readonly status: number;
  readonly bytes: number;
  /** Compressed, as sent to a browser. */
  readonly compressedBytes: number;
  /** The first response of the process, with nothing cached or compiled. */
  readonly first: number;
  readonly p50: number;
  readonly p95: number;
  /** Processor time of the server's process per response; other work on the machine hardly changes it. */
  readonly processorP50: number;
  readonly processorP95: number;
}

export interface RouteSpeeds {
  readonly engine: Engine;
  readonly attempts: number;
  readonly events: number;
  readonly fillSeconds: number;
  readonly bare: RouteSpeed;
  readonly routes: readonly RouteSpeed[];
}

/** Longer than the lifetime of cached lists, so that every round computes them again. */
const ROUND_MILLISECONDS = 1_050;
const LEASE_SECONDS = 3_600;
const CONTESTANTS_ON_CHAIN = 40;
/** The stream has no end; the time to its first event is measured. */
const STREAM = '/v1/public/events';
const BARE_BESIDE = fileURLToPath(new URL('bare-beside.ts', import.meta.url));

/** Requests every public route of the API in a large arena, one at a time, alternating with the bare route. */
export async function measureRoutes(engine: Engine, url: string | undefined, load: RoutesLoad): Promise<RouteSpeeds> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-routes-'));
  try {
    const { validators, problems, seed } = load;
    const plan = { validators, contestants: CONTESTANTS_ON_CHAIN, problems, leaseSeconds: LEASE_SECONDS, seed };
    const prepared = await prepareArena({ ...plan, folder, url });
    const started = performance.now();
    const large = await fillLargeArena(prepared, load);
    const fillSeconds = (performance.now() - started) / 1_000;
    const profile = load.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${load.profile}`];
    const server = startArenaProcess(prepared, { options: ['--import', BARE_BESIDE, ...profile] });
    try {
      const at = await server.listening;
      const bareAddress = readFileSync(join(folder, BARE_ADDRESS), 'utf8');
      const bare = { route: 'bare Fastify route', address: () => bareAddress };
      const targets = [bare, ...(await publicRoutes(at, large))];
      const [yardstick, ...routes] = await askInTurns(targets, load.rounds, bareAddress);
      const { attempts, events } = large;
      return { engine, attempts, events, fillSeconds, bare: yardstick!, routes };
    } finally {
      await server.stop();
      if (server.complaint !== '') console.log(`the server's log:\n${server.complaint.slice(0, 2_000)}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Target {
  readonly route: string;
  readonly address: (round: number) => string;
}

/** Every URL with parameters that a page of the dashboard requests. */
const VARIANTS = [
  '/v1/public/races/current?limit=25',
  '/v1/public/leaderboard?limit=500',
  '/v1/public/leaderboard?score_type=race',
  '/v1/public/evaluations/pending?limit=500',
  '/v1/public/validators?limit=500',
];

async function publicRoutes(at: string, large: LargeArena): Promise<Target[]> {
  const response = await fetch(`${at}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Readonly<Record<string, { readonly get?: unknown }>> };
  const described = Object.entries(paths).flatMap(([path, { get }]) =>
    get !== undefined && /^\/(health|v1\/public\/)/.test(path) ? [path] : [],
  );
  const newest = `${STREAM}?after=${large.events - 1}`;
  const filled = described.map((path) => ({
    route: path,
    address: (round: number) => at + (path === STREAM ? newest : fillIn(path, large, round)),
  }));
  const others = [...VARIANTS, '/metrics', '/openapi.json'].map((path) => ({ route: path, address: () => at + path }));
  return [...filled, ...others];
}

/** Uses another version, run and contestant in every round, so that no response comes from memory. */
function fillIn(path: string, large: LargeArena, round: number): string {
  const { versionIds, releasedIds, runIds, problemIds, hotkeys, raceIds, suiteId } = large;
  const isReleased = /agent_version_id\}(\/code)?$/.test(path);
  const nth = <T>(list: readonly T[], step: number): T => list[(round * step) % list.length]!;
  const parts: Readonly<Record<string, string>> = {
    agent_version_id: isReleased ? nth(releasedIds, 1) : nth(versionIds, 7),
    eval_run_id: nth(runIds.slice(0, versionIds.length), 7),
    problem_id: nth(problemIds, 1),
    // The newest race has the most racers.
    race_id: raceIds.at(-1)!,
    suite_id: `${suiteId}`,
    hotkey: nth(hotkeys, 7),
    name: 'corpus.jsonl',
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, part: string) => parts[part]!);
}

interface Sample {
  readonly milliseconds: number;
  readonly status: number;
  readonly bytes: number;
}

async function askInTurns(targets: readonly Target[], rounds: number, bare: string): Promise<RouteSpeed[]> {
  const agent = new Agent({ keepAlive: true });
  const samples: (Sample & { readonly processor: number })[][] = targets.map(() => []);
  for (let round = -1; round < rounds; round++) {
    const started = performance.now();
    for (const [index, target] of targets.entries()) {
      const sample = await ask(target.address(round + 1), agent);
      const used = (await (await fetch(`${bare}/processor`)).json()) as { readonly microseconds: number };
      samples[index]!.push({ ...sample, processor: used.microseconds / 1_000 });
    }
    await sleep(Math.max(0, ROUND_MILLISECONDS - (performance.now() - started)));
    if (process.stderr.isTTY) process.stderr.write(`\rround ${round + 1} of ${rounds} `);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const speeds: RouteSpeed[] = [];
  for (const [index, { route, address }] of targets.entries()) {
    const [first, ...later] = samples[index]!;
    const times = ascending(later.map(({ milliseconds }) => milliseconds));
    const used = ascending(later.map(({ processor }) => processor));
    const { bytes: compressedBytes } = await ask(address(1), agent, { 'accept-encoding': 'gzip' });
    const { status, bytes } = later.at(-1)!;
    const [p50, p95] = [quantile(times, 0.5)!, quantile(times, 0.95)!];
    const [processorP50, processorP95] = [quantile(used, 0.5)!, quantile(used, 0.95)!];
    const size = { status, bytes, compressedBytes };
    speeds.push({ route, ...size, first: first!.milliseconds, p50, p95, processorP50, processorP95 });
  }
  agent.destroy();
  return speeds;
}

async function ask(address: string, agent: Agent, headers: Record<string, string> = {}): Promise<Sample> {
  const started = performance.now();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address, { agent, headers }, resolve).on('error', reject).end();
  });
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (address.includes(STREAM) && (chunk as Buffer).includes('id: ')) break;
  }
  return { milliseconds: performance.now() - started, status: response.statusCode!, bytes };
}
