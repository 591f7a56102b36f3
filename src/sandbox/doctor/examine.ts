import type { SandboxLimits, SandboxOutcome } from '../sandbox.ts';
import type { Attack } from './attack.ts';
import type { Accounts } from './machine.ts';
import { readAnswer } from './read-answer.ts';
import type { Seen } from './watch.ts';

/** Observations of one run, most of them from outside. */
export interface Observation {
  readonly outcome: SandboxOutcome;
  /** Measured by the doctor's clock. */
  readonly elapsedMilliseconds: number;
  readonly seen: Seen;
  /** Canaries that were reached. */
  readonly touched: readonly string[];
  readonly leftBehind: readonly string[];
  /** Strings that are known only outside the sandbox. */
  readonly secrets: readonly string[];
  /** Only for attacks that ran alone. */
  readonly growth: Accounts | undefined;
}

export interface Rules {
  readonly limits: SandboxLimits;
  /** Whether the kernel limits memory; without that, polling enforces the limit with a delay. */
  readonly hasCgroup: boolean;
  readonly ownKernel: boolean;
}

const GRACE_MILLISECONDS = 2_000;
/** The agent's time starts with its first line; a busy machine may take a while to get there. */
const SET_UP_MILLISECONDS = 5_000;
/** Launcher, the namespace's first process and the forwarder: part of the sandbox, not of the agent. */
const PROCESSES_OF_THE_SANDBOX = 6;
/** Memory that a few processes can allocate between two polls. */
const BETWEEN_LOOKS_BYTES = 192 * 1024 ** 2;
/** Memory of a user-space kernel itself. */
const OWN_KERNEL_BYTES = 512 * 1024 ** 2;
/**
 * Processor time by which the cgroup, or the kernel's accounting of the processes, may exceed the limit: one delayed
 * poll.
 */
const CPU_MARGIN_MILLISECONDS = 1_000;
/** Programs and libraries, which every sandbox maps and the host has in memory anyway. */
const CODE_BYTES = 64 * 1024 ** 2;
/** Allowance for other programs on the machine. */
const NOISE_BYTES = 128 * 1024 ** 2;
const NOISE_DESCRIPTORS = 16;

export interface Examination {
  /** Every way in which the run broke the guarantee; empty if it held. */
  readonly broken: readonly string[];
  /** The findings that a busy machine can cause as well; only a repetition distinguishes the two. */
  readonly late: readonly string[];
}

export function examine(attack: Attack, observation: Observation, rules: Rules): Examination {
  const { outcome, touched, leftBehind } = observation;
  const word = wordOf(attack, outcome, rules);
  const ended = endedWrong(attack, observation);
  const late = tooLate(attack, observation, rules);
  const computed = overProcessorTime(observation, rules);
  const broken = [
    ...touched,
    ...word,
    ...leaked(observation),
    ...leftBehind,
    ...ended,
    ...late,
    ...computed,
    ...overLimits(observation, rules),
    ...(observation.growth === undefined ? [] : dents(observation.growth, rules)),
  ];
  return { broken, late: computesTooLong(attack) ? [...word, ...ended, ...late, ...computed] : late };
}

/**
 * Attacks that compute beyond the limit. If the accounts are polled late, such an attack succeeds by its own measure of
 * processor time; in a sandbox that does not count, it succeeds every time.
 */
function computesTooLong({ endings }: Attack): boolean {
  return endings.includes('out of cpu');
}

/**
 * Findings from the agent's own answer. A reported escape is believed, a reported failure is not. Also checks that the
 * attack got far enough to report.
 */
function wordOf(attack: Attack, outcome: SandboxOutcome, { limits, ownKernel }: Rules): string[] {
  const answer = readAnswer(outcome, limits);
  const escapes = answer.findings.filter(({ escaped }) => escaped).map(({ what }) => what);
  if (escapes.length > 0 && !(ownKernel && attack.harmlessOnOwnKernel)) return escapes;
  const expected = attack.answer;
  const isList = answer.kind === 'report' || answer.kind === 'accepted';
  if (expected === 'refused' && isList) return ['its answer was accepted'];
  if (expected === 'accepted' && !isList) return [`its answer was refused: ${answer.reason}`];
  if (expected === 'report' && outcome.ending.kind === 'finished' && answer.kind !== 'report' && escapes.length === 0) {
    return [`the attack itself failed, which proves nothing: ${answer.reason}`];
  }
  return [];
}

function leaked({ outcome, secrets }: Observation): string[] {
  const said = Buffer.concat([outcome.answer, outcome.standardOutput, outcome.standardError]);
  return secrets.filter((secret) => said.includes(secret)).map((secret) => `it has ${secret}`);
}

function endedWrong(attack: Attack, { outcome: { ending } }: Observation): string[] {
  if (attack.endings.includes(ending.kind) || ending.kind === 'out of time') return [];
  return [wrongEnding(attack, ending.kind, ending.kind === 'crashed' ? ` by ${ending.signal}` : '')];
}

function tooLate(attack: Attack, { outcome, elapsedMilliseconds }: Observation, { limits }: Rules): string[] {
  const { kind } = outcome.ending;
  const found = kind === 'out of time' && !attack.endings.includes(kind) ? [wrongEnding(attack, kind, '')] : [];
  const latest = limits.wallMilliseconds + GRACE_MILLISECONDS;
  const taken = Math.max(outcome.wallMilliseconds, elapsedMilliseconds - SET_UP_MILLISECONDS);
  return taken > latest ? [...found, `it took ${(taken / 1000).toFixed(1)} s`] : found;
}

function wrongEnding(attack: Attack, kind: string, detail: string): string {
  return `it ended as "${kind}"${detail} and not as "${attack.endings.join('" or "')}"`;
}

function overProcessorTime({ outcome: { cpuMilliseconds } }: Observation, { limits }: Rules): string[] {
  if (cpuMilliseconds <= limits.cpuMilliseconds + CPU_MARGIN_MILLISECONDS) return [];
  return [`it used the processor for ${(cpuMilliseconds / 1000).toFixed(1)} s`];
}

function overLimits({ outcome, seen }: Observation, { limits, hasCgroup, ownKernel }: Rules): string[] {
  const over: string[] = [];
  const printed = outcome.standardOutput.length + outcome.standardError.length;
  if (printed > limits.outputBytes) over.push(`${printed} bytes of output were kept`);
  if (outcome.answer.length > limits.answerBytes) over.push(`${outcome.answer.length} bytes of an answer were kept`);
  const memory = Math.max(outcome.peakMemoryBytes, seen.memoryBytes - CODE_BYTES);
  const allowed = limits.memoryBytes + (hasCgroup ? 0 : BETWEEN_LOOKS_BYTES) + (ownKernel ? OWN_KERNEL_BYTES : 0);
  if (memory > allowed) over.push(`it used ${mebibytes(memory)} of memory`);
  if (seen.processes > limits.processes + PROCESSES_OF_THE_SANDBOX) over.push(`it had ${seen.processes} processes`);
  return over;
}

function dents(growth: Accounts, { limits, ownKernel }: Rules): string[] {
  const scratch = 2 * limits.scratchBytes;
  const allowed = limits.memoryBytes + scratch + NOISE_BYTES + (ownKernel ? OWN_KERNEL_BYTES : 0);
  const found: string[] = [];
  if (growth.sharedBytes > allowed) found.push(`${mebibytes(growth.sharedBytes)} of shared pages appeared`);
  if (growth.kernelBytes > allowed) found.push(`the kernel grew by ${mebibytes(growth.kernelBytes)}`);
  if (growth.networkBytes > allowed) found.push(`connections use ${mebibytes(growth.networkBytes)}`);
  if (growth.ownBytes > NOISE_BYTES * 2) found.push(`the host's own process grew by ${mebibytes(growth.ownBytes)}`);
  if (growth.ownDescriptors > NOISE_DESCRIPTORS)
    found.push(`the host has ${growth.ownDescriptors} more open descriptors`);
  return found;
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MiB`;
}
