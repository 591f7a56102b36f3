import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface TreeUsage {
  readonly cpuMilliseconds: number;
  readonly memoryBytes: number;
  /** Peak memory of any single process. */
  readonly highWaterBytes: number;
  readonly processes: number;
  /** Processor time of each process without its children, by pid and start time. */
  readonly ownMilliseconds: ReadonlyMap<string, number>;
}

/** `USER_HZ`, a constant of the interface, independent of the kernel's configuration. */
const TICKS_PER_SECOND = 100;
/** Bounds the work: a fork bomb must not turn one poll into thousands of file reads. */
const MAX_PROCESSES = 512;

/**
 * Resource use of a process and all its descendants, read from outside. Time of reaped children is counted with the
 * process that reaped them. Memory shared since a fork is counted once per process, which is quick to read and never
 * too low; `sharedFairly` gives the exact amount.
 */
export function treeUsage(root: number): TreeUsage {
  let cpuTicks = 0;
  let memoryBytes = 0;
  let highWaterBytes = 0;
  let processes = 0;
  const ownMilliseconds = new Map<string, number>();
  for (const processId of processTree(root)) {
    const stat = read(processId, 'stat');
    if (stat === '') continue;
    processes++;
    // The name in the second field may contain anything; the counters follow its last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [own = 0, ownInKernel = 0, ofChildren = 0, ofChildrenInKernel = 0] = fields.slice(11, 15).map(Number);
    cpuTicks += own + ownInKernel + ofChildren + ofChildrenInKernel;
    ownMilliseconds.set(`${processId} ${fields[19]}`, ((own + ownInKernel) * 1000) / TICKS_PER_SECOND);
    const status = read(processId, 'status');
    memoryBytes += kibibytes(status, 'RssAnon') + kibibytes(status, 'RssShmem');
    highWaterBytes = Math.max(highWaterBytes, kibibytes(status, 'VmHWM'));
  }
  return {
    cpuMilliseconds: (cpuTicks * 1000) / TICKS_PER_SECOND,
    memoryBytes,
    highWaterBytes,
    processes,
    ownMilliseconds,
  };
}

/** Memory of the tree with every shared page counted once. Slow, because the kernel walks all pages. */
export function sharedFairly(root: number): number {
  let bytes = 0;
  for (const processId of processTree(root)) {
    const rollup = read(processId, 'smaps_rollup');
    bytes += rollup === '' ? kibibytes(read(processId, 'status'), 'RssAnon') : kibibytes(rollup, 'Pss');
  }
  return bytes;
}

/** Maximum that a socket can buffer for a peer that does not read, with the usual `wmem_max`. */
const SOCKET_BYTES = 2 * 212_992;

/** Upper bound on the bytes in socket buffers of the tree, which are kernel memory outside any resident set. */
export function socketBuffers(root: number): number {
  const sockets = new Set<string>();
  for (const processId of processTree(root)) {
    for (const descriptor of names(`/proc/${processId}/fd`)) {
      const target = link(`/proc/${processId}/fd/${descriptor}`);
      if (target.startsWith('socket:')) sockets.add(target);
    }
  }
  return sockets.size * SOCKET_BYTES;
}

/** A process and its descendants, depth first. */
export function* processTree(root: number): Generator<number> {
  const waiting = [root];
  for (let seen = 0; waiting.length > 0 && seen < MAX_PROCESSES; seen++) {
    const processId = waiting.pop()!;
    yield processId;
    for (const child of childrenOf(processId)) waiting.push(child);
  }
}

/** Reads the list of every thread, because each thread has its own list of children. */
export function childrenOf(processId: number): number[] {
  const lists = names(`/proc/${processId}/task`).map((thread) => read(processId, `task/${thread}/children`));
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function read(processId: number, name: string): string {
  try {
    return readFileSync(`/proc/${processId}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

function kibibytes(status: string, name: string): number {
  const start = status.indexOf(`\n${name}:`);
  return start < 0 ? 0 : Number.parseInt(status.slice(start + name.length + 2), 10) * 1024;
}
