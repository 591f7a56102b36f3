import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signRequest } from '../../src/identity/request.ts';
import { type PreparedArena, prepareArena } from '../../src/server/testing/crash/prepare-arena.ts';
import { startArenaProcess } from '../../src/server/testing/crash/start-arena-process.ts';
import { ascending, quantile } from '../../src/statistics/quantile.ts';
import type { Engine } from '../../src/store/database/engine.ts';
import { type Driven, driveLoad, plainGet } from './drive-load.ts';
import { type FilledArena, fillArena } from './fill-arena.ts';
import { processorSeconds } from './processor-seconds.ts';
import { startBareServer } from './start-bare-server.ts';

export interface SpeedLoad {
  readonly qualifiers: number;
  readonly problems: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly heartbeats: number;
  readonly seed: number;
  readonly profile: string | undefined;
}

export interface ReadSpeed {
  readonly what: string;
  readonly goal: number | undefined;
  readonly perSecond: number;
  readonly processorMicroseconds: number;
  /** Responses per second relative to the bare route in the same round; the median of the rounds. */
  readonly ratio: number;
  /** The same by the server's processor time per response, which does not depend on other work on the machine. */
  readonly processorRatio: number;
}

export interface Speed {
  readonly engine: Engine;
  readonly reads: readonly ReadSpeed[];
  readonly heartbeats: {
    readonly perSecond: number;
    readonly processorMilliseconds: number;
    readonly refused: number;
  };
}

const VALIDATORS = 64;
const LEASE_SECONDS = 600;
/** Signatures expire after a time that the server sets, so requests signed together must be sent by then. */
const SIGNED_AT_ONCE = 4_000;

/**
 * Cached reads compared with a bare Fastify route, and signed heartbeats, on a separate server with an arena in use.
 */
export async function measureSpeed(engine: Engine, url: string | undefined, load: SpeedLoad): Promise<Speed> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-speed-'));
  try {
    const { problems, seed } = load;
    const plan = { validators: VALIDATORS, contestants: 1, problems, leaseSeconds: LEASE_SECONDS, seed };
    const prepared = await prepareArena({ ...plan, folder, url });
    const filled = await fillArena(prepared, load.qualifiers);
    const bare = await startBareServer();
    const server = startArenaProcess(prepared, {
      options: load.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${load.profile}`],
    });
    try {
      const at = await server.listening;
      const targets = [
        { what: 'bare Fastify route', goal: undefined, url: bare.url, path: '/', processId: bare.processId },
        ...[
          { what: 'GET top', goal: 0.25, path: '/v1/public/top' },
          { what: 'GET races/current', goal: 0.25, path: '/v1/public/races/current' },
          {
            what: "GET a version's problems",
            goal: 0.15,
            path: `/v1/public/agent-versions/${filled.versionId}/problems`,
          },
        ].map((target) => ({ ...target, url: at, processId: server.processId })),
      ];
      const reads = await measureReads(targets, load);
      return { engine, reads, heartbeats: await measureHeartbeats(prepared, filled, at, server.processId, load) };
    } finally {
      await server.stop();
      await bare.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Target {
  readonly what: string;
  readonly goal: number | undefined;
  readonly url: string;
  readonly path: string;
  readonly processId: number;
}

interface Sample {
  readonly perSecond: number;
  readonly processorSeconds: number;
}

async function measureReads(targets: readonly Target[], load: SpeedLoad): Promise<ReadSpeed[]> {
  const rounds: Sample[][] = [];
  for (let round = -1; round < load.rounds; round++) {
    const samples: Sample[] = [];
    for (const target of targets) samples.push(await readFor(target, load));
    // The first round is a warm-up.
    if (round >= 0) rounds.push(samples);
  }
  const middle = (value: (samples: Sample[]) => number): number => quantile(ascending(rounds.map(value)), 0.5)!;
  return targets.map(({ what, goal }, index) => ({
    what,
    goal,
    perSecond: middle((samples) => samples[index]!.perSecond),
    processorMicroseconds: middle((samples) => samples[index]!.processorSeconds) * 1e6,
    ratio: middle((samples) => samples[index]!.perSecond / samples[0]!.perSecond),
    processorRatio: middle((samples) => samples[0]!.processorSeconds / samples[index]!.processorSeconds),
  }));
}

async function readFor({ what, url, path, processId }: Target, { seconds, connections }: SpeedLoad): Promise<Sample> {
  const request = plainGet(path);
  const until = performance.now() + seconds * 1_000;
  const before = processorSeconds(processId)!;
  const next = () => (performance.now() < until ? request : undefined);
  const driven = await driveLoad({ url, connections, next });
  if (driven.refused > 0) throw new Error(`${what}: ${driven.refused} requests were refused`);
  return {
    perSecond: driven.answers / driven.seconds,
    processorSeconds: (processorSeconds(processId)! - before) / driven.answers,
  };
}

async function measureHeartbeats(
  prepared: PreparedArena,
  { runs }: FilledArena,
  url: string,
  processId: number,
  { heartbeats, connections }: SpeedLoad,
): Promise<Speed['heartbeats']> {
  let driven: Driven = { answers: 0, refused: 0, seconds: 0 };
  let processor = 0;
  for (let sent = 0; sent < heartbeats; sent += SIGNED_AT_ONCE) {
    const requests = signedBeats(prepared, runs, Math.min(SIGNED_AT_ONCE, heartbeats - sent));
    const before = processorSeconds(processId)!;
    const some = await driveLoad({ url, connections, next: () => requests.pop() });
    processor += processorSeconds(processId)! - before;
    driven = {
      answers: driven.answers + some.answers,
      refused: driven.refused + some.refused,
      seconds: driven.seconds + some.seconds,
    };
  }
  return {
    perSecond: driven.answers / driven.seconds,
    processorMilliseconds: (processor / driven.answers) * 1_000,
    refused: driven.refused,
  };
}

/** Signed before the measurement: signing is the validators' work, not the server's. */
function signedBeats(
  { config, validatorKeys }: PreparedArena,
  runs: ReadonlyMap<string, string>,
  count: number,
): Buffer[] {
  const body = Buffer.from(JSON.stringify({ service_versions: { validator: '1.0.0' }, cpu_pct: 50, ram_pct: 40 }));
  return Array.from({ length: count }, (_, index) => {
    const key = validatorKeys[index % validatorKeys.length]!;
    const target = `/v1/validator/evaluation-runs/${runs.get(key.address)}/heartbeat`;
    const signed = { version: 2, arena: config.name, method: 'POST', target, body, now: Date.now() / 1_000 } as const;
    const headers = Object.entries(signRequest(key, signed)).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `POST ${target} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n`;
    return Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\n${headers.join('')}\r\n`), body]);
  });
}
