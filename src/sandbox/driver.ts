import type { SandboxSetup } from './process/sandbox-setup.ts';
import type { IsolationTier } from './sandbox.ts';

/** Descriptors that the started process gets in addition to 0, 1 and 2. */
export const DESCRIPTOR = { answer: 3, filter: 4 } as const;

export interface Launch {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * One way to create a sandbox. Building its command is pure, so that it can be tested where the program is not
 * installed.
 */
export interface Driver {
  readonly name: string;
  readonly tier: IsolationTier;
  /** Whether its child processes are only the agent's and a few others, so that a cgroup can count and limit them. */
  readonly countable: boolean;
  /** Where the answer is written: engines do not pass on additional descriptors. */
  readonly answersOn: 'descriptor' | 'standard output';
  readonly dropsCapabilities: boolean;
  /** Port of the forwarder inside; 0 means any port. */
  readonly port: number;
  /** Memory used by the sandbox itself in the agent's processes; not charged to the agent. */
  readonly overheadBytes?: number;
  /** Threads of the sandbox itself; not charged to the agent either. */
  readonly overheadProcesses?: number;
  /** Whether the sandbox uses one of our images; engines have their own. */
  readonly usesImage: boolean;
  /** Paths as the runner sees them; the same as outside if nothing is mounted. */
  paths(setup: SandboxSetup): { readonly agent: string; readonly socket: string };
  /** For engines that set the container's user, while the client must run as the current user. */
  readonly engineSetsUser?: boolean;
  /** Writes the files that the command refers to into the box. */
  prepare?(setup: SandboxSetup): void;
  launch(setup: SandboxSetup): Launch;
  /** For engines whose containers outlive the client that started them. */
  stop?(setup: SandboxSetup): Launch;
}
