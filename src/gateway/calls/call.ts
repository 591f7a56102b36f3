import type { FaultCode } from '../../fault/fault-table.ts';
import type { AnswerChange, AnsweredBy } from '../../inference/inference.ts';
import type { OutageConfirmation } from '../outage-confirmation.ts';

/**
 * `refused`: rejected by the gateway before it reached a search or a model. `web` exists only in attempts at benchmark
 * suites.
 */
export const CALL_KINDS = ['search', 'view', 'inference', 'models', 'health', 'refused', 'web'] as const;

export type CallKind = (typeof CALL_KINDS)[number];

export interface CallUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /**
   * Set if the gateway estimated the counts, with the reason: the provider reported none, or values that are impossible
   * for this request and answer. The reported values are in the response.
   */
  readonly estimated?: UsageEstimate;
}

export const USAGE_ESTIMATES = ['missing', 'implausible'] as const;

export type UsageEstimate = (typeof USAGE_ESTIMATES)[number];

/** How the gateway handled a model call that failed at least once. */
export interface CallRecovery {
  /** Requests to the provider, including the first. */
  readonly tries: number;
  /** How long the agent's clock was stopped. */
  readonly waited_ms: number;
  /** How the last try failed; missing if it succeeded. */
  readonly failure?: string;
  readonly owner?: 'agent' | 'platform';
  /** Why the failure has this owner. */
  readonly reason?: string;
  /** Only if the platform is the owner. */
  readonly confirmed_by?: OutageConfirmation;
}

/** The call of an earlier attempt at the same problem that got this answer. */
export interface Replayed {
  readonly attempt_id: string;
  readonly sequence: number;
}

/**
 * One request of an agent and its answer as the gateway saw them, with the field names of the file. Written on the host
 * before the answer is sent. The agent cannot write, drop or reorder calls.
 */
export interface Call {
  /**
   * Counts from 1, in the order in which answers were ready to be sent. A call is complete only with its answer and is
   * written before the answer is sent, so the order of concurrent calls may differ from the order of `time`.
   */
  readonly sequence: number;
  /** When the request had arrived completely; ISO 8601 with milliseconds, UTC. */
  readonly time: string;
  readonly kind: CallKind;
  /** Empty, like `path`, if the request was not HTTP. */
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** Parameters of the query string; a repeated parameter is a list. */
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The body: parsed if it is a JSON object or list that parsing does not change, otherwise its text, so a string here
   * is always the literal text. A `data:` URL if it is not text. `null` if there was no body or it was not read.
   */
  readonly request: unknown;
  /** As sent to the agent; 499 if the gateway closed the connection before there was an answer. */
  readonly status: number;
  /** The answer, in the same form as the request. */
  readonly response: unknown;
  readonly duration_ms: number;
  /** Who answered, according to the gateway; only on calls that reached a model. */
  readonly answered_by?: AnsweredBy;
  /** Only in probe attempts: how the answer differs from the model's. */
  readonly changed?: AnswerChange;
  /** Only on model calls with a failed try. */
  readonly trouble?: CallRecovery;
  /** Only in repeated attempts: the answer is that of an earlier attempt, and no model was queried. */
  readonly replayed?: Replayed;
  /** Only in repeated attempts: the first request that the earlier attempt did not make. */
  readonly departed?: true;
  readonly usage: CallUsage | null;
  /** Micro-dollars; integers, so that sums are exact. `null` if nothing was bought. */
  readonly price_microdollars: number | null;
  /** Set if the call failed for a reason that has an owner. */
  readonly fault: FaultCode | null;
  /** Hash of the previous call; of the chain's opening for the first call. */
  readonly previous: string;
  /** SHA-256 of the canonical JSON of all other fields. */
  readonly hash: string;
}
