import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { episodeId } from '../../src/board/attempts/episode-id.ts';
import { NO_CLIENT_FAULTS } from '../../src/server/testing/crash/client-faults.ts';
import { type PreparedArena, prepareArena } from '../../src/server/testing/crash/prepare-arena.ts';
import { simulateClients } from '../../src/server/testing/crash/simulated-clients.ts';
import { startArenaProcess } from '../../src/server/testing/crash/start-arena-process.ts';

import { fillLargeArena, type LargeArena } from '../../src/server/testing/scale/large-arena.ts';
import { ascending, quantile } from '../../src/statistics/quantile.ts';
import type { Engine } from '../../src/store/database/engine.ts';
import { BARE_ADDRESS } from './bare-address.ts';
import { type PublishedSamples, publishSamples } from './publish-samples.ts';

export interface RoutesLoad {
  readonly contestants: number;
  readonly races: number;
  readonly pending: number;
  readonly validators: number;
  readonly problems: number;
  readonly rounds: number;
  /** Validators that work meanwhile, so that about one event a second for every two of them makes cached answers stale. */
  readonly working: number;
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
  /** Events per second during the measurement. */
  readonly eventsPerSecond: number;
  /** Requests that were not answered with 200: their routes were not measured. */
  readonly unanswered: readonly string[];
  readonly bare: RouteSpeed;
  readonly routes: readonly RouteSpeed[];
}

const THINK_MILLISECONDS = 1_000;
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
    const published = await publishSamples(folder);
    const profile = load.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${load.profile}`];
    const server = startArenaProcess(prepared, { options: ['--import', BARE_BESIDE, ...profile] });
    try {
      const at = await server.listening;
      const bareAddress = readFileSync(join(folder, BARE_ADDRESS), 'utf8');
      const bare = { route: 'bare Fastify route', address: () => bareAddress };
      const targets = [bare, ...(await publicRoutes(at, large, published))];
      const stopWorking = workBeside(prepared, at, load.working);
      const before = { head: await ledgerHead(at), time: performance.now() };
      const { speeds, unanswered } = await askInTurns(targets, load.rounds, bareAddress);
      const eventsPerSecond = ((await ledgerHead(at)) - before.head) / ((performance.now() - before.time) / 1_000);
      await stopWorking();
      const [yardstick, ...routes] = speeds;
      const { attempts, events } = large;
      return { engine, attempts, events, fillSeconds, eventsPerSecond, unanswered, bare: yardstick!, routes };
    } finally {
      await server.stop();
      if (server.complaint !== '') console.log(`the server's log:\n${server.complaint.slice(0, 2_000)}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Lets some of the validators go on with their runs over HTTP. */
function workBeside(prepared: PreparedArena, at: string, working: number): () => Promise<void> {
  const clients = simulateClients(prepared, at, {
    clientFaults: NO_CLIENT_FAULTS,
    thinkMilliseconds: THINK_MILLISECONDS,
  });
  const work = clients.validators.slice(0, working).map((validator) => validator.work());
  return async () => {
    clients.goHome();
    await Promise.all(work);
    clients.wire.close();
  };
}

async function ledgerHead(at: string): Promise<number> {
  const response = await fetch(`${at}/v1/public/ledger?limit=1`);
  return ((await response.json()) as { readonly head: number }).head;
}

interface Target {
  readonly route: string;
  readonly address: (round: number) => string;
}

/** URLs with parameters that pages of the dashboard request. */
const VARIANTS = [
  '/v1/public/races/current?limit=25',
  '/v1/public/races/history?limit=100&offset=0',
  '/v1/public/leaderboard?limit=500',
  '/v1/public/leaderboard?limit=250&sort=submitted',
  '/v1/public/leaderboard?limit=250&sort=agent&order=desc',
  '/v1/public/leaderboard?limit=250&sort=category&category=product',
  '/v1/public/leaderboard?limit=250&q=agent-{number}',
  '/v1/public/leaderboard?limit=250&agency=agentic',
  '/v1/public/leaderboard?limit=250&hotkey={hotkey}',
  '/v1/public/leaderboard?score_type=race',
  '/v1/public/leaderboard.csv?sort=contestant&q=agent',
  '/v1/public/evaluations/pending?limit=500',
  '/v1/public/validators?limit=500',
  '/v1/public/validators/{validator_hotkey}?limit=50',
  '/v1/public/hotkeys/{hotkey}?limit=100',
  '/v1/public/agent-versions/{agent_version_id}/runs?limit=500',
  '/v1/public/agent-versions/{agent_version_id}/problems?limit=500&phase=QUALIFYING',
  '/v1/public/agent-versions/{racer}/problems?limit=500&race_id={race_id}',
  '/v1/public/agent-versions/{agent_version_id}/probes?limit=100',
  '/v1/public/problems/{problem_id}?limit=500',
  '/v1/public/top/history?limit=50',
  '/v1/public/chain/emission?limit=500',
  '/v1/public/ledger?after={event}&limit=1000',
  '/v1/public/ledger/search?limit=200',
  '/v1/public/ledger/search?limit=50&kinds=race',
  '/v1/public/ledger/search?limit=50&kinds=version,run',
  '/v1/public/ledger/search?limit=50&about={hotkey}',
  '/v1/public/ledger/search?limit=50&about={agent_version_id}',
  '/v1/public/ledger/search?limit=50&kinds=audit&about={validator_hotkey}',
  '/v1/public/corpus/rows?limit=100&split=train&outcome=success',
];

const QUERY: Readonly<Record<string, string>> = {
  [STREAM]: '?after={newest}',
  '/v1/public/profiles': '?hotkeys={hotkeys}',
  '/v1/public/training/runs/{run_id}/samples': '?problem_id={training_problem}',
};

async function publicRoutes(at: string, large: LargeArena, published: PublishedSamples): Promise<Target[]> {
  const response = await fetch(`${at}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Readonly<Record<string, { readonly get?: unknown }>> };
  const described = Object.entries(paths).flatMap(([path, { get }]) =>
    get !== undefined && /^\/(health|v1\/public\/)/.test(path) ? [path] : [],
  );
  return [...described, ...VARIANTS, '/metrics', '/openapi.json'].map((route) => {
    const address = at + route + (QUERY[route] ?? '');
    return { route, address: (round) => fillIn(address, large, published, round) };
  });
}

const MOST_PROFILES = 100;

/** Uses another version, run and contestant in every round, so that no response comes from memory. */
function fillIn(address: string, large: LargeArena, published: PublishedSamples, round: number): string {
  const { versionIds, releasedIds, runIds, problemIds, hotkeys, validatorHotkeys, raceIds, racerIds, suiteId } = large;
  const isReleased = /agent_version_id\}(\/code)?$/.test(address);
  const nth = <T>(list: readonly T[], step: number): T => list[(round * step) % list.length]!;
  // The first runs are those of qualifying, whose attempts everyone may see.
  const runId = nth(runIds.slice(0, versionIds.length), 7);
  const firstHotkey = (round * MOST_PROFILES) % hotkeys.length;
  const parts: Readonly<Record<string, string>> = {
    agent_version_id: isReleased ? nth(releasedIds, 1) : nth(versionIds, 7),
    eval_run_id: runId,
    episode_result_id: episodeId(runId, round % problemIds.length),
    problem_id: nth(problemIds, 1),
    // The newest race has the most racers.
    race_id: raceIds.at(-1)!,
    racer: nth(racerIds, 1),
    suite_id: `${suiteId}`,
    hotkey: nth(hotkeys, 7),
    hotkeys: hotkeys.slice(firstHotkey, firstHotkey + MOST_PROFILES).join(),
    validator_hotkey: nth(validatorHotkeys, 7),
    number: `${round}`,
    event: `${(round * 1_000) % large.events}`,
    newest: `${large.events - 1}`,
    row_id: nth(published.rowIds, 1),
    name: encodeURIComponent(nth(published.fileNames, 1)),
    run_id: published.trainingRun,
    training_problem: published.trainingProblem,
  };
  return address.replaceAll(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? `{${part}}`);
}

interface Sample {
  readonly milliseconds: number;
  readonly status: number;
  readonly bytes: number;
}

interface Asked {
  readonly speeds: readonly RouteSpeed[];
  readonly unanswered: readonly string[];
}

async function askInTurns(targets: readonly Target[], rounds: number, bare: string): Promise<Asked> {
  const agent = new Agent({ keepAlive: true });
  const samples: (Sample & { readonly processor: number })[][] = targets.map(() => []);
  const unanswered = new Set<string>();
  for (let round = -1; round < rounds; round++) {
    const started = performance.now();
    for (const [index, target] of targets.entries()) {
      const sample = await ask(target.address(round + 1), agent);
      if (sample.status !== 200) unanswered.add(`${target.route}: ${sample.status}`);
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
  return { speeds, unanswered: [...unanswered] };
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
