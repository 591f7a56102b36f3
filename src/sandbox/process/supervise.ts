import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { BoundedOutput } from '../bounded-output.ts';
import type { Cgroup } from '../cgroup/cgroup.ts';
import { DESCRIPTOR, type Driver, type Launch } from '../driver.ts';
import type { SandboxEnding, SandboxOutcome } from '../sandbox.ts';
import { CpuLedger } from './cpu-ledger.ts';
import { inheritedDescriptors } from './inherited-descriptors.ts';
import { childrenOf, sharedFairly, socketBuffers, treeUsage } from './process-tree.ts';
import type { SandboxSetup } from './sandbox-setup.ts';

export interface Supervision {
  readonly driver: Driver;
  readonly place: SandboxSetup;
  /** One line for the runner's standard input. */
  readonly order: string;
  readonly cgroup: Cgroup | null;
  readonly signal?: AbortSignal | undefined;
  /** How long the agent's clock has been paused so far. */
  readonly stoppedMilliseconds?: (() => number) | undefined;
}

/** Polling interval without a cgroup; a limit on the whole tree can be exceeded for this long. */
const LOOK_EVERY_MILLISECONDS = 25;
/** With a cgroup the kernel enforces limits, so polling can be slower. */
const LOOK_EVERY_WITH_CGROUP_MILLISECONDS = 100;
/** Time for an agent to exit after it answered in time. */
const EXIT_GRACE_MILLISECONDS = 500;
/** A machine that takes longer to set up a sandbox is not fit for grading. */
const SET_UP_MILLISECONDS = 30_000;
/** The runner sends this before the agent's first line; earlier failures are not the agent's fault. */
const SET_UP = 0x0a;
/** The runner ends each answer with a byte that cannot occur in JSON. */
const END_OF_ANSWER = 0;

/**
 * Starts a sandbox, watches it from outside and makes sure that it ends. Everything in the outcome is measured here. If
 * the runner was never reached (`started` is false), the caller raises `SANDBOX_FAILED`.
 */
export async function supervise(supervision: Supervision): Promise<SandboxOutcome & { readonly started: boolean }> {
  const { driver, place, order, cgroup, signal, stoppedMilliseconds = () => 0 } = supervision;
  const { limits } = place;
  const launch = driver.launch(place);
  const child = start(launch, supervision);

  let ending: SandboxEnding | undefined;
  const stop = (reason: SandboxEnding) => {
    ending ??= reason;
    kill(child);
  };

  const outOfTime = () => stop({ kind: 'out of time' });
  const room = { left: limits.outputBytes };
  const tooMuchPrinted = () => stop({ kind: 'printed too much' });
  const answerStream = driver.answersOn === 'descriptor' ? (child.stdio[DESCRIPTOR.answer] as Readable) : child.stdout!;
  // The agent's clock starts with its own first line; slow setup is not the agent's fault.
  let started: number | undefined;
  let alarm = setTimeout(
    () => afterInput(() => started !== undefined || stop({ kind: 'stopped' })),
    SET_UP_MILLISECONDS,
  );
  const agentClock = () => (started === undefined ? 0 : performance.now() - started - stoppedMilliseconds());
  const ring = () => {
    // The clock may have been paused since the alarm was set.
    const left = limits.wallMilliseconds - agentClock();
    if (left > 1) alarm = setTimeout(ring, left);
    else afterInput(() => setTimeout(outOfTime, answered ? EXIT_GRACE_MILLISECONDS : 0));
  };
  let answered = false;
  let fairMemory = 0;
  const answer = new BoundedOutput(
    answerStream,
    { left: limits.answerBytes },
    () => stop({ kind: 'answer too large' }),
    (piece) => {
      if (started === undefined && piece[0] === SET_UP) {
        started = performance.now();
        clearTimeout(alarm);
        alarm = setTimeout(ring, limits.wallMilliseconds);
      }
      if (answered || piece.at(-1) !== END_OF_ANSWER) return;
      answered = true;
      look();
      if (cgroup === null) fairMemory = sharedFairly(child.pid!);
      // An engine may not pass the closed input on to its guest. Its work is done, so it is killed.
      if (driver.answersOn === 'standard output') stop({ kind: 'finished', exitCode: 0 });
      else child.stdin?.destroy();
    },
  );
  const standardError = new BoundedOutput(child.stderr!, room, tooMuchPrinted);
  const standardOutput =
    driver.answersOn === 'descriptor' ? new BoundedOutput(child.stdout!, room, tooMuchPrinted) : null;

  const ledger = new CpuLedger();
  let peak = { cpuMilliseconds: 0, highWaterBytes: 0 };
  const look = () => {
    const now = treeUsage(child.pid!);
    peak = {
      cpuMilliseconds: Math.max(peak.cpuMilliseconds, now.cpuMilliseconds, ledger.enter(now.ownMilliseconds)),
      highWaterBytes: Math.max(peak.highWaterBytes, now.highWaterBytes),
    };
    const cpuMilliseconds = cgroup === null ? peak.cpuMilliseconds : cgroup.usage().cpuMilliseconds;
    if (cpuMilliseconds > limits.cpuMilliseconds) stop({ kind: 'out of cpu' });
    const memoryLimit = limits.memoryBytes + (driver.overheadBytes ?? 0);
    if (cgroup !== null) return;
    const inSockets = socketBuffers(child.pid!);
    if (now.memoryBytes + inSockets <= memoryLimit) return;
    if (sharedFairly(child.pid!) + inSockets > memoryLimit) stop({ kind: 'out of memory' });
  };
  const watch = setInterval(look, cgroup === null ? LOOK_EVERY_MILLISECONDS : LOOK_EVERY_WITH_CGROUP_MILLISECONDS);
  const stopped = () => stop({ kind: 'stopped' });
  signal?.addEventListener('abort', stopped);
  if (signal?.aborted === true) stopped();

  // Not `close`: a process that keeps a pipe open would prevent that event.
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  exited.catch(() => {});
  try {
    if (cgroup !== null && child.pid !== undefined) await adoptTree(child.pid, cgroup);
    child.stdin?.on('error', () => {});
    child.stdin?.write(order);
    const [exitCode, signalName] = await exited;
    await drained(child);
    const usage = cgroup?.usage();
    const answerBytes = answer.bytes();
    const cpuMilliseconds = usage?.cpuMilliseconds ?? peak.cpuMilliseconds;
    const outOfMemory = usage?.ranOutOfMemory === true;
    const byItself = endingOf(exitCode, signalName);
    // A process that ignores SIGXCPU is killed later without a reason.
    const outOfCpu = byItself.kind === 'crashed' && cpuMilliseconds >= limits.cpuMilliseconds;
    return {
      started: started !== undefined,
      ending:
        ending ?? (outOfMemory && !answered ? { kind: 'out of memory' } : outOfCpu ? { kind: 'out of cpu' } : byItself),
      answer: content(answerBytes),
      standardOutput: standardOutput?.bytes() ?? Buffer.alloc(0),
      standardError: standardError.bytes(),
      wallMilliseconds: agentClock(),
      cpuMilliseconds,
      peakMemoryBytes: usage?.peakMemoryBytes ?? Math.max(fairMemory, peak.highWaterBytes),
      exact: usage !== undefined,
    };
  } finally {
    clearInterval(watch);
    clearTimeout(alarm);
    signal?.removeEventListener('abort', stopped);
    kill(child);
    for (const stream of child.stdio) stream?.destroy();
    if (driver.stop !== undefined) await finish(driver.stop(place), place);
  }
}

/**
 * Decides only after all input in the pipes has been read: if our process was busy, its timers fire before it sees that
 * the agent answered in time.
 */
function afterInput(decide: () => void): void {
  setImmediate(() => setImmediate(decide));
}

function start(launch: Launch, { driver, place, cgroup }: Supervision): ChildProcess {
  const [command = '', ...rest] = [...(cgroup?.prefix ?? []), launch.command, ...launch.arguments];
  const filter = openSync(place.runtime.filter, 'r');
  const nothing = openSync('/dev/null', 'r');
  const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', 'pipe', filter];
  for (const descriptor of inheritedDescriptors()) stdio[descriptor] ??= nothing;
  for (const index of stdio.keys()) stdio[index] ??= 'ignore';
  try {
    return spawn(command, rest, {
      stdio,
      env: { ...launch.environment },
      // A separate process group, so that one signal reaches every process that has not left it.
      detached: true,
      cwd: '/',
      ...(place.user !== null && driver.engineSetsUser !== true && { uid: place.user.uid, gid: place.user.gid }),
    });
  } finally {
    closeSync(filter);
    closeSync(nothing);
  }
}

/**
 * Moves all running processes into the cgroup. The runner waits for its order meanwhile, so only our own code ever runs
 * outside. Works from the top down: a moved process starts its later children inside, and its earlier children are
 * found afterwards.
 */
async function adoptTree(processId: number, cgroup: Cgroup): Promise<void> {
  await cgroup.adopt(processId);
  for (const child of childrenOf(processId)) await adoptTree(child, cgroup);
}

/** Reads what is still in the pipes after the exit. A process that survived may keep them open indefinitely. */
async function drained(child: ChildProcess): Promise<void> {
  const ends = [child.stdout, child.stderr, child.stdio[DESCRIPTOR.answer] as Readable].map(
    (stream) => stream === null || stream.closed || once(stream, 'close').catch(() => {}),
  );
  const timeout = new Promise((resolve) => setTimeout(resolve, 200).unref());
  await Promise.race([Promise.all(ends), timeout]);
}

/**
 * SIGKILL to the outermost process ends the whole pid namespace. Without a namespace, its children survive it in their
 * process group.
 */
function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  child.kill('SIGKILL');
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is already gone.
  }
}

/** Makes an engine remove the container, whether or not it still exists. */
async function finish(launch: Launch, setup: SandboxSetup): Promise<void> {
  const user = setup.user ?? {};
  const options = { stdio: 'ignore', env: { ...launch.environment }, timeout: 10_000, ...user } as const;
  await once(spawn(launch.command, launch.arguments, options), 'exit').catch(() => {});
}

const SIGNAL_EXIT = 128;
const SIGNALS: Readonly<Record<number, string>> = {
  4: 'SIGILL',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
  31: 'SIGSYS',
};

/** A launcher that outlives its child reports the child's signal as 128 plus the signal number. */
function endingOf(exitCode: number | null, signalName: NodeJS.Signals | null): SandboxEnding {
  const name = signalName ?? SIGNALS[(exitCode ?? 0) - SIGNAL_EXIT];
  if (name === 'SIGXCPU') return { kind: 'out of cpu' };
  if (name !== undefined) return { kind: 'crashed', signal: name };
  return { kind: 'finished', exitCode: exitCode ?? 0 };
}

function content(answer: Buffer): Buffer {
  return answer.subarray(answer[0] === SET_UP ? 1 : 0, answer.at(-1) === END_OF_ANSWER ? -1 : undefined);
}
