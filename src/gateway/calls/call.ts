import type { FaultCode } from '../../fault/fault-table.ts';
import type { AnswerChange, AnsweredBy } from '../../inference/inference.ts';
import type { OutageConfirmation } from '../outage-confirmation.ts';

/**
 * `refused` is everything the gateway turned away before it reached a search or a model; `web` exists only in attempts at
 * benchmark suites.
 */
export const CALL_KINDS = ['search', 'view', 'inference', 'models', 'health', 'refused', 'web'] as const;

export type CallKind = (typeof CALL_KINDS)[number];

export interface CallUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /**
   * Set when these are an estimate of the gateway's, and why: the provider reported none, or none that can be true for
   * what was asked and answered. What it reported stands in the response.
   */
  readonly estimated?: UsageEstimate;
}

export const USAGE_ESTIMATES = ['missing', 'implausible'] as const;

export type UsageEstimate = (typeof USAGE_ESTIMATES)[number];

/** What the gateway did about a model call that failed at least once. */
export interface CallRecovery {
  /** Requests to the provider, the first included. */
  readonly tries: number;
  /** For how long the agent's clock stood still. */
  readonly waited_ms: number;
  /** How the last try failed; missing when it succeeded. */
  readonly failure?: string;
  readonly owner?: 'agent' | 'platform';
  /** Why it is that owner's. */
  readonly reason?: string;
  /** Only where the platform is the owner. */
  readonly confirmed_by?: OutageConfirmation;
}

/** Where an earlier attempt at the same problem got this answer. */
export interface Replayed {
  readonly attempt_id: string;
  readonly sequence: number;
}

/**
 * One request of an agent and its answer, as the gateway saw them: written on the host before the answer went back, in
 * the field names of the file it is kept in. The agent cannot write, drop or reorder one.
 */
export interface Call {
  /**
   * From 1, in the order in which answers were ready to go out: a call is complete only with its answer, and it is
   * written before that is sent on. Calls under way at the same time may therefore stand in another order than `time`.
   */
  readonly sequence: number;
  /** When the request had arrived whole; ISO 8601 with milliseconds, UTC. */
  readonly time: string;
  readonly kind: CallKind;
  /** Empty, as is `path`, when what came was no HTTP. */
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** Parameters of the query string, a repeated one as a list. */
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The body: parsed when it is a JSON object or list that survives parsing, else its text, so that a string here is
   * always the text itself; a `data:` URL when it is no text. `null` when there was none or it was not read.
   */
  readonly request: unknown;
  /** As sent to the agent; 499 when the gateway hung up before there was an answer. */
  readonly status: number;
  /** The answer, in the same way. */
  readonly response: unknown;
  readonly duration_ms: number;
  /** Who answered, as the gateway knows it; only on calls that reached a model. */
  readonly answered_by?: AnsweredBy;
  /** Only in probe attempts: how the answer differs from what the model said. */
  readonly changed?: AnswerChange;
  /** Only on model calls of which a try failed. */
  readonly trouble?: CallRecovery;
  /** Only in repeated attempts: the answer is the one that an earlier attempt got, and no model was asked. */
  readonly replayed?: Replayed;
  /** Only in repeated attempts: the first request that the earlier attempt had not made. */
  readonly departed?: true;
  readonly usage: CallUsage | null;
  /** Micro-dollars; integers, so that sums are exact. `null` where nothing was bought. */
  readonly price_microdollars: number | null;
  /** Set when the call failed for a reason that has an owner. */
  readonly fault: FaultCode | null;
  /** Hash of the call before; of the chain's opening for the first. */
  readonly previous: string;
  /** SHA-256 over the canonical JSON of everything above. */
  readonly hash: string;
}
