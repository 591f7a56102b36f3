import type { FaultCode, FaultOwner } from '../fault/fault-table.ts';
import type { Inference } from '../inference/inference.ts';
import type { ModelAlias } from '../inference/model-alias.ts';
import type { PriceTable } from '../inference/price-of.ts';
import type { WebSearch } from '../market/encyclopaedia.ts';
import type { Search } from '../market/search.ts';
import type { CallKind } from './calls/call.ts';
import type { CallRecorder } from './calls/call-recorder.ts';
import type { CreditAccount } from './credit/credit-account.ts';
import type { GatewayLimits } from './gateway-limits.ts';
import type { Clock } from './http/clock.ts';
import type { EarlierAnswers } from './inference/answer-replay.ts';
import type { AgentTraffic } from './model-traffic.ts';
import type { OutageConfirmation } from './outage-confirmation.ts';

/** The provider key. Its owner is responsible if the provider rejects it. The agent never sees the key. */
export interface Credential {
  readonly owner: 'contestant' | 'platform';
  /** Default: the inference adapter's own key, if it has one. */
  readonly apiKey?: string;
}

export interface GatewayOptions {
  /** Path of the socket. Must not exist yet; at most about 100 bytes, the limit of a socket address. */
  readonly socketPath: string;
  readonly search: Search;
  /** Backend of `web_search`. Without it the path does not exist, as in ORO. */
  readonly web?: WebSearch | undefined;
  /** Handles bad search parameters silently, as the reference does. */
  readonly compat?: boolean;
  readonly inference: Inference;
  readonly allowedModels: readonly string[];
  /** The model that the agent is told to use. Default: the first allowed model. */
  readonly model?: string;
  /** Results of model calls in this and other attempts. Default: only this attempt. */
  readonly traffic?: AgentTraffic | undefined;
  /** Makes this a repeated attempt: answers of the earlier attempt are replayed. */
  readonly earlier?: EarlierAnswers | undefined;
  /** Whether simulated models may answer. If not, their answers are rejected, even through a relay. */
  readonly simulated?: boolean | undefined;
  /** Other names under which agents may request an allowed model. Requests are forwarded with the model's real name. */
  readonly aliases?: readonly ModelAlias[] | undefined;
  /** Other names under which a provider may report an allowed model. */
  readonly answersAs?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Every allowed model needs a price; `FREE` is one. */
  readonly prices: PriceTable;
  readonly account: CreditAccount;
  readonly credential: Credential;
  readonly limits?: Partial<GatewayLimits>;
  readonly recorder: CallRecorder;
  readonly clock?: Clock;
}

/** A failure of a call, with its owner. */
export interface GatewayFault {
  readonly code: FaultCode;
  readonly owner: FaultOwner;
  /** The call that failed; `null` if it could not be recorded. */
  readonly sequence: number | null;
  readonly message: string;
  /** For a model outage: how it was confirmed. */
  readonly confirmedBy?: OutageConfirmation;
}

export interface GatewayTotals {
  readonly calls: Readonly<Record<CallKind, number>>;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly spentMicrodollars: number;
  readonly evidenceBytes: number;
}

/**
 * The only connection out of an attempt's sandbox: an HTTP server on a Unix socket. Every client is the agent of this
 * attempt, whatever its headers say. Every call is recorded before it is answered.
 */
export interface Gateway {
  readonly socketPath: string;
  /** In order of occurrence. */
  readonly faults: readonly GatewayFault[];
  readonly totals: GatewayTotals;
  /** How long the agent's clock has been stopped so far because model calls were retried. */
  readonly waitedMilliseconds: number;
  /** Aborts when the gateway fails or can no longer record calls. Nothing the agent does afterwards counts. */
  readonly broken: AbortSignal;
  /**
   * Closes all connections immediately. Running calls that reached a search or a model are recorded with status 499.
   * Once this resolves, no further call is recorded. The recorder stays open, because the caller opened it.
   *
   * @param reason `out of time`: if a provider has not answered yet, a short request checks whether it answers at all.
   * An agent that waited for a dead provider is not at fault, however short its time limit was.
   */
  close(reason?: 'out of time'): Promise<void>;
}
