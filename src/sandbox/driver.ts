import type { SandboxSetup } from './process/sandbox-setup.ts';
import type { IsolationTier } from './sandbox.ts';

/** Descriptors the started process gets besides 0, 1 and 2. */
export const DESCRIPTOR = { answer: 3, filter: 4 } as const;

export interface Launch {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** One way of making a sandbox. Building its command is pure, so that it can be tested where the program is missing. */
export interface Driver {
  readonly name: string;
  readonly tier: IsolationTier;
  /** Whether the processes below it are the agent's and few others, so that a cgroup can count and limit them. */
  readonly countable: boolean;
  /** Where the answer comes out: engines pass no further descriptors on. */
  readonly answersOn: 'descriptor' | 'standard output';
  readonly dropsCapabilities: boolean;
  /** Where the forwarder listens inside; 0 for any port. */
  readonly port: number;
  /** Memory of the sandbox itself, in the same processes as the agent's and not to be held against it. */
  readonly overheadBytes?: number;
  /** Threads of the sandbox itself, likewise. */
  readonly overheadProcesses?: number;
  /** Whether the sandbox shows an image of ours; engines bring their own. */
  readonly usesImage: boolean;
  /** Where the runner finds things; the same as outside when nothing is mounted. */
  paths(setup: SandboxSetup): { readonly agent: string; readonly socket: string };
  /** For engines that run a container under the user they are told, from a client that must stay who it is. */
  readonly engineSetsUser?: boolean;
  /** Writes what the command refers to into the box. */
  prepare?(setup: SandboxSetup): void;
  launch(setup: SandboxSetup): Launch;
  /** For engines whose containers outlive the client that started them. */
  stop?(setup: SandboxSetup): Launch;
}
