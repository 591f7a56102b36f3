/** How much goes wrong with a simulated client; each is a chance between 0 and 1. */
export interface ClientFaults {
  /** Per step of a run: it forgets everything, and comes back later as the same hotkey. */
  readonly crash: number;
  /** Per request: the connection breaks after the last byte was sent; it asks again. */
  readonly lostAnswer: number;
  /** Per request: it is sent two or three times at once. */
  readonly duplicate: number;
  /** Per request: signed by itself rather than under the session. */
  readonly signed: number;
  /** Per request: sent first with a clock that is further off than anybody's may be. */
  readonly wrongClock: number;
  /** Per batch of results: an older batch is sent again after it, or beside it. */
  readonly outOfOrder: number;
  /** Per run: nothing is heard of it until its lease is over, and then it is completed. */
  readonly late: number;
  /** Per completed run: something else is claimed about it afterwards. */
  readonly secondThoughts: number;
  /** Per crash: it does not carry on with the run that the arena says it holds. */
  readonly abandon: number;
  /** Per run: the logs of a problem or two are brought along. That is no trouble, but it is work. */
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
