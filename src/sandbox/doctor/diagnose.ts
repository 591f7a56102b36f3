import { randomBytes } from 'node:crypto';
import { Fault } from '../../fault/fault.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Attack } from './attack.ts';
import { ConcurrentAgent } from './concurrent-agent.ts';
import { DOCTOR_LIMITS } from './doctor-limits.ts';
import { examine, type Observation, type Rules } from './examine.ts';
import { readAttacks } from './read-attacks.ts';
import { runAttack } from './run-attack.ts';
import { newSecret } from './secret.ts';

export interface Diagnosis {
  readonly attack: Attack;
  readonly held: boolean;
  /** How it failed, in one line; `null` if it held. */
  readonly how: string | null;
  readonly ending: string;
  readonly milliseconds: number;
}

export interface DiagnoseOptions {
  /** Default: all attacks. */
  readonly attacks?: readonly Attack[];
  readonly onResult?: (diagnosis: Diagnosis) => void;
}

/** Maximum number of findings per line, so that it stays readable. */
const SHOWN_BREAKS = 5;
/** Number of concurrent attacks: two cores run this many without delaying each other. */
const LANES = 2;

/**
 * Number of tries: a busy machine is late occasionally, but a sandbox that does not stop an agent in time is late every
 * time.
 */
const GOES = 3;

/** Runs hostile agents in a sandbox and reports which of its guarantees held. */
export async function diagnose(sandbox: Sandbox, options: DiagnoseOptions = {}): Promise<readonly Diagnosis[]> {
  const { attacks = readAttacks(), onResult } = options;
  const inherited = newSecret('inherited');
  process.env.ASSAY_DOCTOR_SECRET = inherited;
  const concurrentAgent = await ConcurrentAgent.moveIn(sandbox);
  const found = new Map<Attack, Diagnosis>();
  const tryOut = async (attack: Attack) => {
    const diagnosis = await tried(sandbox, attack, concurrentAgent, [inherited, concurrentAgent.secret]);
    found.set(attack, diagnosis);
    onResult?.(diagnosis);
  };
  try {
    const together = attacks.filter(({ alone }) => !alone);
    // Attacks that run until they are stopped go first, so that no lane waits for one at the end.
    together.sort((a, b) => Number(b.endings.includes('out of time')) - Number(a.endings.includes('out of time')));
    const waiting = together.values();
    const lane = async () => {
      for (const attack of waiting) await tryOut(attack);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    for (const attack of attacks.filter(({ alone }) => alone)) await tryOut(attack);
  } finally {
    delete process.env.ASSAY_DOCTOR_SECRET;
    await concurrentAgent.moveOut();
  }
  return attacks.map((attack) => found.get(attack)!);
}

async function tried(
  sandbox: Sandbox,
  attack: Attack,
  concurrentAgent: ConcurrentAgent,
  secrets: readonly string[],
): Promise<Diagnosis> {
  const { driver, cgroup } = sandbox.description;
  const rules: Rules = {
    limits: DOCTOR_LIMITS,
    hasCgroup: cgroup !== null,
    ownKernel: driver.includes('gvisor') || driver.includes('runsc'),
  };
  const started = performance.now();
  try {
    for (let go = 1; ; go += 1) {
      const visits = concurrentAgent.visits;
      const observations = await stagedRuns(sandbox, attack, concurrentAgent, secrets);
      const examined = observations.map((observation) => examine(attack, observation, rules));
      const broken = examined.flatMap((each) => each.broken);
      if (concurrentAgent.visits > visits) broken.push('calls were recorded as another agent’s');
      const isOnlyLate = broken.length > 0 && broken.length === examined.flatMap(({ late }) => late).length;
      if (isOnlyLate && go < GOES) continue;
      return diagnosisOf(attack, broken, observations.at(-1)!.outcome.ending.kind, started);
    }
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    return diagnosisOf(attack, [error.message], 'not started', started);
  }
}

async function stagedRuns(
  sandbox: Sandbox,
  attack: Attack,
  concurrentAgent: ConcurrentAgent,
  secrets: readonly string[],
): Promise<readonly Observation[]> {
  const mark = `doctor-${randomBytes(8).toString('hex')}`;
  const stage = (run: 1 | 2) => runAttack({ sandbox, attack, concurrentAgent, secrets, mark, run });
  if (attack.runs === 'at once') return Promise.all([stage(1), stage(2)]);
  return attack.runs === 'twice' ? [await stage(1), await stage(2)] : [await stage(1)];
}

function diagnosisOf(attack: Attack, broken: readonly string[], ending: string, started: number): Diagnosis {
  const how =
    broken.length === 0 ? null : [...new Set(broken)].slice(0, SHOWN_BREAKS).join('; ').replaceAll(/\s+/g, ' ');
  return { attack, held: how === null, how, ending, milliseconds: Math.round(performance.now() - started) };
}
