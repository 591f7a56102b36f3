import type { AgentRules } from './agent-rules.ts';

/** Resource limits of an agent. Every limit is enforced from outside the agent's reach. */
export interface SandboxLimits {
  readonly wallMilliseconds: number;
  /** Total over all processes of the agent. */
  readonly cpuMilliseconds: number;
  /** Total over all processes of the agent. */
  readonly memoryBytes: number;
  readonly processes: number;
  readonly openFiles: number;
  /** Space for scratch files, which are kept in memory and disappear with the sandbox. */
  readonly scratchBytes: number;
  /** Standard output and standard error together. */
  readonly outputBytes: number;
  readonly answerBytes: number;
}

/** As in the reference's container where it sets a limit; stricter where it sets none. */
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
  /** Passed to `agent_main` unchanged. Must not contain anything the agent must not know. */
  readonly problem: { readonly problem_id: string; readonly query: string };
  readonly limits: SandboxLimits;
  /** Unix socket of the gateway; inside, it is reachable at `http://proxy:80`. */
  readonly gatewaySocket: string;
  /** Added to the few variables that every agent has. May contain only secrets of this attempt. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Applied by the runner inside the agent's process. Our own programs, and attacks on the sandbox, run without rules.
   */
  readonly rules?: AgentRules | undefined;
  readonly signal?: AbortSignal;
  /**
   * How long the agent's clock has been paused so far. Extends the time limit by that much, but not the processor time.
   * It must be bounded, or nothing ends the attempt.
   */
  readonly stoppedMilliseconds?: (() => number) | undefined;
}

/** An action of the agent that the rules refuse, or that deserves attention. */
export interface RuleEvent {
  /** Python's name for the event: `os.system`, `import`. */
  readonly event: string;
  /** The object of the event: the module, the file, the address. */
  readonly detail: string;
  /** Line in the agent's file. */
  readonly line: number | null;
  readonly refused: boolean;
}

/** Kinds of events that the runner counts. All others are refused or harmless. */
export const RULE_EVENT_KINDS = ['import', 'open', 'list', 'compile', 'exec', 'connect'] as const;

/** The runner's report about its agent. It can only count against the agent, and the agent may have suppressed it. */
export interface RuleReport {
  /** The first few events of each kind. */
  readonly events: readonly RuleEvent[];
  readonly refused: number;
  readonly noted: number;
  /** The report is incomplete, or the answer came from elsewhere. */
  readonly tampered: boolean;
  /** How often each kind of event happened, those of libraries included. Missing if the agent did not return. */
  readonly counts?: Readonly<Partial<Record<(typeof RULE_EVENT_KINDS)[number], number>>>;
  /** Modules that the agent's own file imported. */
  readonly modules?: readonly string[];
}

/**
 * How the agent's processes ended, as seen from outside. `finished` means only that they exited on their own: the
 * reader of `answer` decides whether there is a valid answer.
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
  /** Content of the answer pipe, never more than the limit. The agent may have written anything here. */
  readonly answer: Uint8Array;
  /** Present if rules applied. */
  readonly rules?: RuleReport;
  readonly standardOutput: Uint8Array;
  readonly standardError: Uint8Array;
  /** Time on the agent's clock, without pauses. */
  readonly wallMilliseconds: number;
  /** Sampled from outside, unless a cgroup counted it (`exact`). */
  readonly cpuMilliseconds: number;
  readonly peakMemoryBytes: number;
  readonly exact: boolean;
}

/** Degree of isolation. Only tiers 1 and 2 may be used for grading; `none` is for running your own agent. */
export type IsolationTier = 1 | 2 | 'none';

export interface SandboxDescription {
  readonly driver: string;
  readonly tier: IsolationTier;
  /** The agent's environment, for the record: Python version, machine architecture. */
  readonly python: string;
  readonly architecture: string;
  readonly cgroup: string | null;
}

/** Port: an environment in which an untrusted agent runs on one problem, once, without leaving anything behind. */
export interface Sandbox {
  readonly description: SandboxDescription;
  /**
   * Throws `SANDBOX_FAILED` if the sandbox could not be created. Anything the agent does is an outcome, not an error.
   */
  run(job: SandboxJob): Promise<SandboxOutcome>;
  close(): Promise<void>;
}
