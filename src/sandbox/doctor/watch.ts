import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTree } from '../process/process-tree.ts';
import { type Box, findBox } from './box.ts';

const LOOK_EVERY_MILLISECONDS = 100;
/** A namespace ends with its first process; the kernel may take a moment to reap the others. */
const TIMEOUT_MILLISECONDS = 1_500;
const PUBLIC_FOLDERS = ['/', '/dev', '/dev/shm', '/run', '/var/tmp'];

export interface Seen {
  readonly processes: number;
  readonly memoryBytes: number;
}

/** Tracks the processes of one run from outside by several marks, not all of which an agent can remove. */
export class Watch {
  readonly #mark: string;
  readonly #namespaces = new Set<string>();
  readonly #strangers: ReadonlySet<number>;
  readonly #timer: NodeJS.Timeout;
  #box: Box | undefined;
  #seen: Seen = { processes: 0, memoryBytes: 0 };

  /** `mark` is in the agent's initial environment and in its source; `strangers` are processes of the doctor. */
  constructor(mark: string, strangers: readonly number[]) {
    this.#mark = mark;
    this.#strangers = new Set([process.pid, ...strangers]);
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MILLISECONDS);
  }

  /** Call it as soon as the run has started, while its folder exists. */
  begin(): void {
    this.#box = findBox(this.#mark);
  }

  get seen(): Seen {
    return this.#seen;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Processes of the run that are still alive after a grace period, and files with this name. Removes them. */
  async leftBehind(name: string): Promise<readonly string[]> {
    this.stop();
    const until = performance.now() + TIMEOUT_MILLISECONDS;
    let processes = this.#processes(allProcesses());
    while (processes.length > 0 && performance.now() < until) {
      await sleep(50);
      processes = this.#processes(allProcesses());
    }
    const left = processes.map((processId) => `process ${processId} is still running`);
    // Another sandbox may happen to have the same user id, so a match is reported but does not justify killing.
    for (const processId of processes) if (this.#isMarked(processId)) end(processId);
    if (this.#box !== undefined && existsSync(this.#box.path)) left.push('the sandbox is still there');
    for (const folder of [tmpdir(), ...PUBLIC_FOLDERS]) {
      for (const path of namesIn(folder).map((each) => join(folder, each))) {
        if (!path.includes(name)) continue;
        left.push(`${path} is still there`);
        rmSync(path, { recursive: true, force: true });
      }
    }
    return left;
  }

  #look(): void {
    this.#box ??= findBox(this.#mark);
    const found = this.#processes([...processTree(process.pid)]);
    const memoryBytes = found.reduce((sum, processId) => sum + memoryOf(processId), 0);
    this.#seen = {
      processes: Math.max(this.#seen.processes, found.length),
      memoryBytes: Math.max(this.#seen.memoryBytes, memoryBytes),
    };
  }

  #processes(among: readonly number[]): number[] {
    const living = among.filter((each) => !this.#strangers.has(each) && isAlive(each));
    const nameOf = namespaceNames(living);
    return living.filter((each) => this.#belongs(each, nameOf(each)));
  }

  #belongs(processId: number, namespace: string | undefined): boolean {
    if (namespace !== undefined && this.#namespaces.has(namespace)) return true;
    if (!this.#hasSign(processId)) return false;
    if (namespace !== undefined) this.#namespaces.add(namespace);
    return true;
  }

  #hasSign(processId: number): boolean {
    if (this.#isMarked(processId)) return true;
    if (this.#box === undefined) return false;
    const uid = Number(text(processId, 'status').match(/^Uid:\t(\d+)/m)?.[1] ?? Number.NaN);
    return this.#box.uid !== process.getuid?.() && uid === this.#box.uid;
  }

  #isMarked(processId: number): boolean {
    if (text(processId, 'environ').includes(this.#mark)) return true;
    return this.#box !== undefined && text(processId, 'cmdline').includes(this.#box.path);
  }
}

/** Proportional set size: shared pages are divided among the processes that share them. */
function memoryOf(processId: number): number {
  return Number(text(processId, 'smaps_rollup').match(/^Pss:\s+(\d+) kB/m)?.[1] ?? 0) * 1024;
}

function allProcesses(): number[] {
  return namesIn('/proc').map(Number).filter(Number.isInteger);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Zombie processes have only a pid. */
function isAlive(processId: number): boolean {
  const state = text(processId, 'stat').match(/\) (\w)/)?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/**
 * Names the namespaces of these processes, except the doctor's own. The kernel reuses the number of a dead namespace,
 * perhaps for another sandbox. A namespace lives as long as its first process, so the start time of that process
 * distinguishes the two. `undefined` if the first process is not among them.
 */
function namespaceNames(processes: readonly number[]): (processId: number) => string | undefined {
  const own = namespaceOf(process.pid);
  const starts = new Map(processes.filter(isFirstOfNamespace).map((each) => [namespaceOf(each), startOf(each)]));
  return (processId) => {
    const number = namespaceOf(processId);
    const start = starts.get(number);
    return number === own || start === undefined ? undefined : `${number} since ${start}`;
  };
}

function isFirstOfNamespace(processId: number): boolean {
  return /^NSpid:.*\t1$/m.test(text(processId, 'status'));
}

/** Start time in ticks since boot. */
function startOf(processId: number): string | undefined {
  // Field 22; the program name before it may contain spaces and parentheses.
  return text(processId, 'stat').split(') ').at(-1)?.split(' ')[19];
}

function namespaceOf(processId: number): string | undefined {
  try {
    return readlinkSync(`/proc/${processId}/ns/pid`);
  } catch {
    return undefined;
  }
}

function text(processId: number, name: string): string {
  try {
    return readFileSync(`/proc/${processId}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

function end(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
