/** Limits of an attempt at its gateway. */
export interface GatewayLimits {
  readonly requestsPerSecond: number;
  /** Maximum requests at once after an idle time. */
  readonly burst: number;
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headerMilliseconds: number;
  /** From the first byte of a request to its last. */
  readonly requestMilliseconds: number;
  /** Maximum idle time of a connection between two requests. */
  readonly idleMilliseconds: number;
  /** Concurrent connections. */
  readonly connections: number;
  /** Connections over the whole attempt. Beyond this number, the gateway closes all connections permanently. */
  readonly visits: number;
  /** Requests whose answer has not been received yet. With pipelining there can be more of them than connections. */
  readonly inFlight: number;
  /** Total size of the request bodies in memory. */
  readonly heldBytes: number;
  readonly searchMilliseconds: number;
  /**
   * How long a model may take before the gateway checks with a short request whether its provider answers at all. The
   * check times out after a third of this.
   */
  readonly silenceMilliseconds: number;
  /** Tries per model call for failures that may be temporary, including the first. */
  readonly modelTries: number;
  /** Delay before the second try. Doubled each time, and replaced by `Retry-After`. */
  readonly retryMilliseconds: number;
  /** If a provider asks for a longer delay, the request is not retried. */
  readonly longestRetryMilliseconds: number;
  /** Maximum time that the agent's clock may be stopped for retries, over the whole attempt. */
  readonly waitMilliseconds: number;
  /** Served requests over the whole attempt. */
  readonly calls: number;
  /**
   * Of these, model calls. The number of calls can leak information from an attempt, so the limit is close to honest
   * use.
   */
  readonly modelCalls: number;
  /** Rejected requests over the whole attempt. After this number, the gateway closes all connections permanently. */
  readonly refusals: number;
  /** Size of the recorded calls over the whole attempt. */
  readonly evidenceBytes: number;
  /** Prompt and completion tokens together, over the whole attempt. */
  readonly tokens: number;
}

/** The limits of the reference's proxy; stricter values where it has none. */
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
  // 83 agents in agents/ make at most 16 model calls, and one of outside authors 27 (332 attempts, simulated models);
  // sampling with votes needs more.
  modelCalls: 64,
  refusals: 2_000,
  // All of it is hashed, read again and graded when the attempt ends, while other attempts wait.
  evidenceBytes: 48 * 1024 ** 2,
  tokens: 20_000_000,
};
