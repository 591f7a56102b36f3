import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Acknowledged, acknowledgedIn } from '../../src/server/testing/crash/acknowledged.ts';
import { arenaFlaws } from '../../src/server/testing/crash/arena-flaws.ts';
import { USUAL_CLIENT_FAULTS } from '../../src/server/testing/crash/client-faults.ts';
import { type PreparedArena, prepareArena } from '../../src/server/testing/crash/prepare-arena.ts';
import { type SimulatedClients, simulateClients } from '../../src/server/testing/crash/simulated-clients.ts';
import { startArenaProcess } from '../../src/server/testing/crash/start-arena-process.ts';
import type { Tally } from '../../src/server/testing/crash/tally.ts';
import { countWaiting, untilDone } from '../../src/server/testing/crash/until-done.ts';
import type { Engine } from '../../src/store/database/engine.ts';
import { type ArenaCounts, countArena } from './count-arena.ts';
import { processorSeconds } from './processor-seconds.ts';
import { readBeside } from './read-beside.ts';
import { readStreams, type StreamReport } from './read-streams.ts';
import { syncMilliseconds } from './sync-milliseconds.ts';

export interface Load {
  readonly runs: number;
  readonly clients: number;
  readonly problems: number;
  /** Number of versions that contestants keep in the queue, as long as there are any left to submit. */
  readonly waiting: number;
  readonly leaseSeconds: number;
  readonly thinkMilliseconds: number;
  /** The longest time an idle validator waits before it polls again. */
  readonly idleMilliseconds?: number;
  /** Number of readers of the event stream. */
  readonly streams: number;
  readonly seed: number;
  /** Folder for the server's CPU profile. */
  readonly profile: string | undefined;
}

export interface Measured {
  readonly engine: Engine;
  readonly seconds: number;
  readonly tally: Tally;
  readonly leaderboard: readonly number[];
  readonly counts: ArenaCounts;
  readonly acknowledged: Acknowledged;
  readonly serverSeconds: number;
  readonly clientSeconds: number;
  /** 99th percentile of the delay in the clients' own process: any measured time may include this much. */
  readonly clientDelay: number;
  readonly sync: readonly number[];
  readonly complaint: string;
  readonly flaws: readonly string[];
  readonly streams: StreamReport | undefined;
}

const CONTESTANTS = 16;
const SUBMISSION_PAUSE_MILLISECONDS = 50;
const LOOK_EVERY_MILLISECONDS = 1_000;

/**
 * Measures one engine under the whole load: an empty arena, its own server, all clients at once, and a check of all
 * records.
 */
export async function measureEngine(engine: Engine, url: string | undefined, load: Load): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const { clients: validators, problems, leaseSeconds, seed } = load;
    const plan = { validators, problems, leaseSeconds, seed, contestants: CONTESTANTS };
    const prepared = await prepareArena({ ...plan, folder, url });
    const sync = syncMilliseconds(folder);
    const server = startArenaProcess(prepared, {
      options: load.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${load.profile}`],
    });
    const at = await server.listening;
    const simulatedClients = simulateClients(prepared, at, {
      clientFaults: USUAL_CLIENT_FAULTS,
      thinkMilliseconds: load.thinkMilliseconds,
      ...(load.idleMilliseconds !== undefined && { idleMilliseconds: load.idleMilliseconds }),
    });
    const endStreams = load.streams > 0 ? await readStreams(at, load.streams) : undefined;
    const delay = monitorEventLoopDelay();
    const before = { client: process.cpuUsage(), server: processorSeconds(server.processId) ?? 0 };
    const stopReading = readBeside(at);
    delay.enable();
    const seconds = await work(simulatedClients, at, prepared, load);
    delay.disable();
    const serverSeconds = (processorSeconds(server.processId) ?? 0) - before.server;
    const { user, system } = process.cpuUsage(before.client);
    const leaderboard = await stopReading();
    const streams = await endStreams?.();
    await server.stop();
    const arena = await prepared.open();
    try {
      return {
        engine,
        seconds,
        tally: simulatedClients.tally,
        leaderboard,
        counts: await countArena(arena),
        acknowledged: acknowledgedIn(simulatedClients.clientRecords),
        serverSeconds,
        clientSeconds: (user + system) / 1e6,
        clientDelay: delay.percentile(99) / 1e6,
        sync,
        complaint: server.complaint,
        flaws: [
          ...(await arenaFlaws(arena, simulatedClients.clientRecords, { done: true })),
          ...(streams?.flaws ?? []),
        ],
        streams,
      };
    } finally {
      await arena.database.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs until every version is scored. Returns the seconds taken. */
async function work(
  simulatedClients: SimulatedClients,
  url: string,
  { config }: PreparedArena,
  load: Load,
): Promise<number> {
  const versions = Math.ceil(load.runs / config.policy.queue.requiredSuccesses);
  let submitted = 0;
  let waiting = 0;
  const isWanted = () => {
    if (submitted === versions || waiting >= load.waiting) return false;
    submitted++;
    waiting++;
    return true;
  };
  const started = performance.now();
  const working = Promise.all([
    ...simulatedClients.validators.map((validator) => validator.work()),
    ...simulatedClients.contestants.map((contestant) => contestant.work(isWanted, SUBMISSION_PAUSE_MILLISECONDS)),
  ]);
  const watch = async (): Promise<void> => {
    while (submitted < versions) {
      await sleep(LOOK_EVERY_MILLISECONDS);
      waiting = await countWaiting(url);
      if (process.stderr.isTTY) process.stderr.write(`\r${submitted} of ${versions} submitted, ${waiting} wait `);
    }
    await untilDone(url, simulatedClients.contestants);
  };
  // If the clients give up early, this must not wait forever.
  await Promise.race([watch(), working]);
  const seconds = (performance.now() - started) / 1_000;
  simulatedClients.goHome();
  await working;
  simulatedClients.wire.close();
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  return seconds;
}
