/** How often a simulated client fails; each is a probability between 0 and 1. */
export interface ClientFaults {
  /** Per step of a run: it loses all state and returns later as the same hotkey. */
  readonly crash: number;
  /** Per request: the connection breaks after the last byte was sent; it asks again. */
  readonly lostAnswer: number;
  /** Per request: it is sent two or three times concurrently. */
  readonly duplicate: number;
  /** Per request: signed instead of using the session. */
  readonly signed: number;
  /** Per request: sent first with a clock outside the allowed skew. */
  readonly wrongClock: number;
  /** Per batch of results: an older batch is sent again after it, or concurrently. */
  readonly outOfOrder: number;
  /** Per run: no heartbeat until its lease has expired, and then it is completed. */
  readonly late: number;
  /** Per completed run: a different outcome is reported afterwards. */
  readonly secondThoughts: number;
  /** Per crash: it does not continue the run that the arena says it holds. */
  readonly abandon: number;
  /** Per run: it uploads the logs of a problem or two. Not a fault, but additional load. */
  readonly logs: number;
}

export const USUAL_CLIENT_FAULTS: ClientFaults = {
  crash: 0.006,
  lostAnswer: 0.02,
  duplicate: 0.04,
  signed: 0.08,
  wrongClock: 0.002,
  outOfOrder: 0.2,
  late: 0.01,
  secondThoughts: 0.05,
  abandon: 0.2,
  logs: 0.15,
};

export const NO_CLIENT_FAULTS: ClientFaults = {
  crash: 0,
  lostAnswer: 0,
  duplicate: 0,
  signed: 0,
  wrongClock: 0,
  outOfOrder: 0,
  late: 0,
  secondThoughts: 0,
  abandon: 0,
  logs: 0,
};
