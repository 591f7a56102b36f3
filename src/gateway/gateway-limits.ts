/** What an attempt may ask of its gateway. */
export interface GatewayLimits {
  readonly requestsPerSecond: number;
  /** How many requests may come at once after a quiet time. */
  readonly burst: number;
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headerMilliseconds: number;
  /** From the first byte of a request to its last. */
  readonly requestMilliseconds: number;
  /** How long a connection may idle between two requests. */
  readonly idleMilliseconds: number;
  /** At the same time. */
  readonly connections: number;
  /** Connections over the whole attempt. The gateway hangs up for good after the last. */
  readonly visits: number;
  /** Requests whose answer has not been taken yet. Pipelining brings more of them than there are connections. */
  readonly inFlight: number;
  /** Request bodies held in memory at the same time. */
  readonly heldBytes: number;
  readonly searchMilliseconds: number;
  /**
   * How long a model may take before the gateway checks, with a short request, whether its provider answers at all.
   * The check has a third of this to be answered.
   */
  readonly silenceMilliseconds: number;
  /** Requests to the provider for one model call that fails in a way that may pass, the first included. */
  readonly modelTries: number;
  /** Before the second of them; doubled each time, and replaced by `Retry-After`. */
  readonly retryMilliseconds: number;
  /** A provider that asks for a longer delay gets no further request. */
  readonly longestRetryMilliseconds: number;
  /** For how long the agent's clock may stand still while calls are retried, over the whole attempt. */
  readonly waitMilliseconds: number;
  /** Requests that were served, over the whole attempt. */
  readonly calls: number;
  /** Of these, to models. The number of calls is a channel out of an attempt, so it is held near what honest agents use. */
  readonly modelCalls: number;
  /** Requests that were turned away, over the whole attempt. The gateway hangs up for good after the last. */
  readonly refusals: number;
  /** Of recorded calls, over the whole attempt. */
  readonly evidenceBytes: number;
  /** Prompt and completion together, over the whole attempt. */
  readonly tokens: number;
}

/** The reference's proxy where it says something, less where it says nothing. */
export const DEFAULT_GATEWAY_LIMITS: GatewayLimits = {
  requestsPerSecond: 30,
  burst: 50,
  bodyBytes: 10 * 1024 ** 2,
  headerBytes: 64 * 1024,
  headerMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  idleMilliseconds: 60_000,
  connections: 64,
  visits: 10_000,
  inFlight: 64,
  heldBytes: 64 * 1024 ** 2,
  searchMilliseconds: 30_000,
  silenceMilliseconds: 30_000,
  modelTries: 4,
  retryMilliseconds: 1_000,
  longestRetryMilliseconds: 20_000,
  waitMilliseconds: 150_000,
  calls: 2_000,
  // Agents in agents/ ask 16 times at most (354 attempts on dev-75, simulated models); votes among samples ask more.
  modelCalls: 100,
  refusals: 2_000,
  // Hashed, read again and graded when the attempt ends, all of it while other attempts wait for their turn.
  evidenceBytes: 48 * 1024 ** 2,
  tokens: 20_000_000,
};
