import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../../random/random.ts';
import { type Acknowledged, acknowledgedIn } from './acknowledged.ts';
import { arenaFlaws } from './arena-flaws.ts';
import { USUAL_CLIENT_FAULTS } from './client-faults.ts';
import type { ClientRecord } from './client-record.ts';
import type { PreparedArena } from './prepare-arena.ts';
import { type SimulatedClients, simulateClients } from './simulated-clients.ts';
import { type ArenaProcess, startArenaProcess } from './start-arena-process.ts';
import { untilDone } from './until-done.ts';

export interface SurvivedKills {
  readonly kills: number;
  /** Kills before the server was up again. */
  readonly whileStarting: number;
  /** What was acknowledged to clients meanwhile, and checked after every restart. */
  readonly acknowledged: Acknowledged;
  /** In the order found; empty if all is well. */
  readonly flaws: readonly string[];
}

/** A server lives until it has answered up to this many requests, however slow the machine, and slightly longer. */
const MOST_ANSWERS = 120;
const LONGEST_LIFE_MILLISECONDS = 10_000;
const KILL_JITTER_MILLISECONDS = 20;
const LONGEST_START_MILLISECONDS = 1_500;
const KILLED_WHILE_STARTING = 0.2;
const SUBMISSION_PAUSE_MILLISECONDS = 150;
const VERSIONS_PER_LIFE = 4;

/**
 * Kills the server repeatedly, at random points, while validators and contestants keep it busy. Each time it is
 * restarted on the same data, and everything acknowledged before must be there before any client continues.
 */
export async function surviveKills(
  prepared: PreparedArena,
  kills: number,
  tell: (line: string) => void = () => {},
): Promise<SurvivedKills> {
  const random = new Random(prepared.seed, 0);
  let server = startArenaProcess(prepared);
  const url = await server.listening;
  const port = Number(new URL(url).port);
  const simulatedClients = simulateClients(prepared, url, { clientFaults: USUAL_CLIENT_FAULTS, thinkMilliseconds: 0 });
  const flaws: string[] = [];
  let killed = 0;
  let whileStarting = 0;
  let submitted = 0;
  // Some versions between any two kills, but no more than validators can finish in the end.
  const isWanted = () => killed < kills && submitted < VERSIONS_PER_LIFE * (killed + 1) && ++submitted > 0;
  const working = Promise.all([
    ...simulatedClients.validators.map((validator) => validator.work()),
    ...simulatedClients.contestants.map((contestant) => contestant.work(isWanted, SUBMISSION_PAUSE_MILLISECONDS)),
  ]);
  try {
    while (killed < kills && flaws.length === 0) {
      await Promise.race([working, life(simulatedClients, random)]);
      await strike(server, simulatedClients);
      killed++;
      while (killed < kills && random.chance(KILLED_WHILE_STARTING)) {
        const starting = startArenaProcess(prepared, { port });
        await sleep(random.next() * LONGEST_START_MILLISECONDS);
        await starting.kill();
        killed++;
        whileStarting++;
      }
      server = startArenaProcess(prepared, { port });
      await server.listening;
      flaws.push(...(await look(prepared, simulatedClients.clientRecords, false)));
      simulatedClients.wire.release();
      await Promise.race([
        working,
        Promise.all(simulatedClients.contestants.map((contestant) => contestant.askAgain())),
      ]);
      tell(`killed ${killed} times, ${flaws.length === 0 ? 'everything is there' : flaws[0]}`);
    }
    if (flaws.length === 0) await Promise.race([working, untilDone(url, simulatedClients.contestants)]);
  } finally {
    simulatedClients.wire.release();
    simulatedClients.goHome();
    await working.finally(() => simulatedClients.wire.close());
    await server.stop();
  }
  if (flaws.length === 0) flaws.push(...(await look(prepared, simulatedClients.clientRecords, true)));
  return { kills: killed, whileStarting, acknowledged: acknowledgedIn(simulatedClients.clientRecords), flaws };
}

async function life({ tally }: SimulatedClients, random: Random): Promise<void> {
  const wanted = tally.answers + random.integer(MOST_ANSWERS);
  const deadline = performance.now() + LONGEST_LIFE_MILLISECONDS;
  while (tally.answers < wanted && performance.now() < deadline) await sleep(1);
  // A random point in what follows, including commits.
  await sleep(random.next() * KILL_JITTER_MILLISECONDS);
}

async function strike(server: ArenaProcess, simulatedClients: SimulatedClients): Promise<void> {
  const dead = server.kill();
  await simulatedClients.wire.hold();
  await dead;
}

/** Opened for each check: a connection that outlives the server would spare the next server its recovery. */
async function look(prepared: PreparedArena, clientRecords: readonly ClientRecord[], done: boolean): Promise<string[]> {
  const arena = await prepared.open();
  try {
    return await arenaFlaws(arena, clientRecords, { done });
  } finally {
    await arena.database.close();
  }
}
