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

/** Whose key pays the provider decides who answers for a refused one. The agent itself never sees it. */
export interface Credential {
  readonly owner: 'contestant' | 'platform';
  /** Left out, the inference adapter uses its own key, if it has one. */
  readonly apiKey?: string;
}

export interface GatewayOptions {
  /** A path at which nothing exists yet, of at most about 100 bytes: longer ones do not fit a socket address. */
  readonly socketPath: string;
  readonly search: Search;
  /** What `web_search` asks; without it the path does not exist, as in ORO. */
  readonly web?: WebSearch | undefined;
  /** Answer bad search parameters in the reference's silent way. */
  readonly compat?: boolean;
  readonly inference: Inference;
  readonly allowedModels: readonly string[];
  /** The model that the agent is told to use; the first allowed one when left out. */
  readonly model?: string;
  /** What is known of the models from this and other attempts; left out, only what happens in this one. */
  readonly traffic?: AgentTraffic | undefined;
  /** Makes this the gateway of a repeated attempt: what an earlier one was answered is answered again. */
  readonly earlier?: EarlierAnswers | undefined;
  /** Whether simulated models may answer. If not, their answers are refused, even through a relay. */
  readonly simulated?: boolean | undefined;
  /** Other names under which agents may ask for an allowed model. The request is sent on with the model's own. */
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
  /** The call it happened on; `null` when that call could not be recorded. */
  readonly sequence: number | null;
  readonly message: string;
  /** For a model that was out of order: what showed it. */
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
 * The only connection out of one attempt's sandbox: an HTTP server on a Unix socket. Every client is the agent of this
 * attempt, whatever its headers say. Every call is recorded before it is answered.
 */
export interface Gateway {
  readonly socketPath: string;
  /** In the order in which they happened. */
  readonly faults: readonly GatewayFault[];
  readonly totals: GatewayTotals;
  /** For how long the agent's clock stood still so far, because model calls were retried. */
  readonly waitedMilliseconds: number;
  /** Fires when it breaks down or cannot record any more; nothing that the agent does from then on can count. */
  readonly broken: AbortSignal;
  /**
   * Hangs up at once, whatever is under way: calls that reached a search or a model are recorded with status 499, and
   * when this resolves no further call will be. The recorder stays open, because the caller opened it.
   *
   * @param reason `out of time`: a provider that still owes an answer is sent a short request, to find out whether it answers at
   * all. However short the limit was, an agent that waited for a dead provider is not at fault.
   */
  close(reason?: 'out of time'): Promise<void>;
}
