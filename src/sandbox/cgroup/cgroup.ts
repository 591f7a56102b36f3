import type { SandboxLimits } from '../sandbox.ts';

interface CgroupUsage {
  readonly cpuMilliseconds: number;
  readonly peakMemoryBytes: number;
  /** Whether the kernel killed something here for want of memory. */
  readonly ranOutOfMemory: boolean;
}

/** A group of processes that the kernel counts and limits together. */
export interface Cgroup {
  /** Put before a command, starts it inside; empty where `adopt` alone does it. */
  readonly prefix: readonly string[];
  /** Moves a process in, before it has children. */
  adopt(processId: number): Promise<void>;
  usage(): CgroupUsage;
  /** After everything in it is dead. */
  remove(): Promise<void>;
}

/** A part of the cgroup tree in which this user may make groups. */
export interface CgroupTree {
  readonly name: string;
  create(id: string, limits: SandboxLimits): Cgroup;
}
