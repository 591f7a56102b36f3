import type { AgentRules } from './agent-rules.ts';

/** What an agent may use up. Every limit is enforced from outside the agent's reach. */
export interface SandboxLimits {
  readonly wallMilliseconds: number;
  /** Over all processes of the agent together. */
  readonly cpuMilliseconds: number;
  /** Over all processes of the agent together. */
  readonly memoryBytes: number;
  readonly processes: number;
  readonly openFiles: number;
  /** Space for scratch files; they are kept in memory and vanish with the sandbox. */
  readonly scratchBytes: number;
  /** Of standard output and standard error together. */
  readonly outputBytes: number;
  readonly answerBytes: number;
}

/** The reference's container where it says something, less where it says nothing. */
export const DEFAULT_LIMITS: SandboxLimits = {
  wallMilliseconds: 300_000,
  cpuMilliseconds: 300_000,
  memoryBytes: 4 * 1024 ** 3,
  processes: 256,
  openFiles: 1024,
  scratchBytes: 256 * 1024 ** 2,
  outputBytes: 1024 ** 2,
  answerBytes: 8 * 1024 ** 2,
};

export interface SandboxJob {
  readonly agentSource: Uint8Array;
  /** Handed to `agent_main` as it is. Nothing an agent must not know may be in it. */
  readonly problem: { readonly problem_id: string; readonly query: string };
  readonly limits: SandboxLimits;
  /** Unix socket of the gateway; inside it answers at `http://proxy:80`. */
  readonly gatewaySocket: string;
  /** Added to the few variables every agent sees. Never a secret of anybody but this attempt. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Applied by the runner, inside the agent's process. Our own programs, and attacks on the sandbox, run without. */
  readonly rules?: AgentRules | undefined;
  readonly signal?: AbortSignal;
  /**
   * For how long the agent's clock stood still so far. The time limit is later by as much; processor time is not. It must
   * be bounded, or nothing ends the attempt.
   */
  readonly stoppedMilliseconds?: (() => number) | undefined;
}

/** Something the agent did that the rules refuse, or that is worth a look. */
export interface RuleEvent {
  /** Python's name for it: `os.system`, `import`. */
  readonly event: string;
  /** What it was about: the module, the file, the address. */
  readonly detail: string;
  /** Of the agent's file. */
  readonly line: number | null;
  readonly refused: boolean;
}

/** What the runner says about its agent. It can speak only against the agent, and an agent may have silenced it. */
export interface RuleReport {
  /** The first few of each kind. */
  readonly events: readonly RuleEvent[];
  readonly refused: number;
  readonly noted: number;
  /** The report is not whole, or the answer came from somewhere else. */
  readonly tampered: boolean;
}

/**
 * How the agent's processes came to an end, as seen from outside. `finished` means only that they ended by themselves:
 * whether there is an answer, and whether it is one, is for the reader of `answer` to find out.
 */
export type SandboxEnding =
  | { readonly kind: 'finished'; readonly exitCode: number }
  | { readonly kind: 'crashed'; readonly signal: string }
  | { readonly kind: 'out of time' }
  | { readonly kind: 'out of cpu' }
  | { readonly kind: 'out of memory' }
  | { readonly kind: 'printed too much' }
  | { readonly kind: 'answer too large' }
  | { readonly kind: 'stopped' };

export interface SandboxOutcome {
  readonly ending: SandboxEnding;
  /** What came out of the answer pipe, never more than the limit. The agent may have written anything here. */
  readonly answer: Uint8Array;
  /** Where the rules applied. */
  readonly rules?: RuleReport;
  readonly standardOutput: Uint8Array;
  readonly standardError: Uint8Array;
  /** Of the agent's clock: without the time for which it stood still. */
  readonly wallMilliseconds: number;
  /** Sampled from outside unless a cgroup counted it; `exact` says which. */
  readonly cpuMilliseconds: number;
  readonly peakMemoryBytes: number;
  readonly exact: boolean;
}

/** How much a driver keeps apart. Only tiers 1 and 2 may grade; `none` is for one's own agent. */
export type IsolationTier = 1 | 2 | 'none';

export interface SandboxDescription {
  readonly driver: string;
  readonly tier: IsolationTier;
  /** What the agent runs on, for the record: Python's version, the machine's architecture. */
  readonly python: string;
  readonly architecture: string;
  readonly cgroup: string | null;
}

/** Port: a place in which an untrusted agent runs on one problem, once, and of which nothing is left afterwards. */
export interface Sandbox {
  readonly description: SandboxDescription;
  /** Throws `SANDBOX_FAILED` when the place could not be made; whatever the agent does is an outcome, not an error. */
  run(job: SandboxJob): Promise<SandboxOutcome>;
  close(): Promise<void>;
}
