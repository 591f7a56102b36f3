import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from '../sandbox.ts';
import type { Attack } from './attack.ts';
import { Canaries } from './canaries.ts';
import type { ConcurrentAgent } from './concurrent-agent.ts';
import { DOCTOR_LIMITS } from './doctor-limits.ts';
import type { Observation } from './examine.ts';
import { Machine } from './machine.ts';
import { RequestRecorder } from './request-recorder.ts';
import { Watch } from './watch.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

export interface AttackSetup {
  readonly sandbox: Sandbox;
  readonly attack: Attack;
  readonly concurrentAgent: ConcurrentAgent;
  /** In addition to those of the canaries. */
  readonly secrets: readonly string[];
  /** Marks whatever the attack leaves behind; runs that look for each other share it. */
  readonly mark: string;
  readonly run: 1 | 2;
}

/** Runs a hostile agent once with its own canaries and returns the observations. */
export async function runAttack({
  sandbox,
  attack,
  concurrentAgent,
  secrets,
  mark,
  run,
}: AttackSetup): Promise<Observation> {
  const canaries = await Canaries.open();
  // Outside the canaries' folder, because the agent is meant to find what is in there, but not this socket.
  const recorder = await RequestRecorder.open(join(canaries.addresses.folder, '..', `${mark.slice(-8)}-${run}.sock`));
  const name = `${mark}-${run}`;
  const watch = new Watch(name, [canaries.addresses.sentinel]);
  const machine = attack.alone ? new Machine() : undefined;
  try {
    const started = performance.now();
    const running = sandbox.run({
      agentSource: Buffer.concat([attack.source, Buffer.from(`\n# ${name}\n`)]),
      problem: { problem_id: attack.name, query: JSON.stringify(told(canaries, concurrentAgent, mark, run)) },
      limits: DOCTOR_LIMITS,
      gatewaySocket: recorder.path,
      environment: { ASSAY_DOCTOR_RUN: name },
    });
    watch.begin();
    const outcome = await running;
    const elapsedMilliseconds = performance.now() - started;
    const leftBehind = await watch.leftBehind(mark);
    return {
      outcome,
      elapsedMilliseconds,
      leftBehind,
      seen: watch.seen,
      touched: canaries.touched(),
      secrets: [...secrets, ...canaries.secrets],
      growth: machine?.growth(),
    };
  } finally {
    machine?.growth();
    watch.stop();
    recorder.close();
    canaries.close();
  }
}

/** Everything that an attacker could want to know in advance, except the secrets themselves. */
function told(canaries: Canaries, concurrentAgent: ConcurrentAgent, mark: string, run: number): object {
  const limits = DOCTOR_LIMITS;
  return {
    ...canaries.addresses,
    mark,
    run,
    doctor: process.pid,
    repository: REPOSITORY,
    neighbour: { box: concurrentAgent.box?.path ?? '/nowhere', abstract: concurrentAgent.abstract },
    limits: {
      wall: limits.wallMilliseconds / 1000,
      cpu: limits.cpuMilliseconds / 1000,
      memory: limits.memoryBytes,
      processes: limits.processes,
      files: limits.openFiles,
      scratch: limits.scratchBytes,
      output: limits.outputBytes,
      answer: limits.answerBytes,
    },
  };
}
