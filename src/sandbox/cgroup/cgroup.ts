import type { SandboxLimits } from '../sandbox.ts';

interface CgroupUsage {
  readonly cpuMilliseconds: number;
  readonly peakMemoryBytes: number;
  /** Whether the kernel killed a process of this group because it was out of memory. */
  readonly ranOutOfMemory: boolean;
}

/** A group of processes that the kernel counts and limits together. */
export interface Cgroup {
  /** Command prefix that starts a process inside the group; empty if `adopt` is enough. */
  readonly prefix: readonly string[];
  /** Moves a process into the group. Call it before the process has children. */
  adopt(processId: number): Promise<void>;
  usage(): CgroupUsage;
  /** Call it after all its processes are dead. */
  remove(): Promise<void>;
}

/** A part of the cgroup tree in which this user may create groups. */
export interface CgroupTree {
  readonly name: string;
  create(id: string, limits: SandboxLimits): Cgroup;
}
