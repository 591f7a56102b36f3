import { type Backoff, DEFAULT_BACKOFF } from './arena/backoff.ts';

/** Intervals and timeouts of a validator, in milliseconds, and its retry limits. */
export interface ValidatorSettings {
  /** Interval between requests for work while there is none. */
  readonly poll: number;
  /** Minimum interval between progress reports. */
  readonly progress: number;
  /** Interval between checks for new weights to set. */
  readonly weights: number;
  /** Pause after the arena reports a ban. */
  readonly banned: number;
  /** Backoff for deliveries that failed. */
  readonly delivery: Backoff;
  /** Backoff after a failed run before the next claim, for failures that take time to fix. */
  readonly recovery: Backoff;
  /** Maximum number of attempts at a problem that fail by no fault of the agent, including the first. */
  readonly attemptTries: number;
  /** Pause before problems are attempted again. */
  readonly attemptPause: number;
  /** Excuses of a version in a run, as a share of the problems, unless the arena specifies it. */
  readonly excusedShare: number;
  /** After this many consecutive attempts without a model, the provider is queried directly. */
  readonly outageAttempts: number;
  /** Pause before a rejected key is tried again: new keys may not be known everywhere at first. */
  readonly credentialPause: number;
  readonly credentialTries: number;
  /** With less free disk space than this, no run is claimed. */
  readonly minimumFreeBytes: number;
  readonly spaceCheck: number;
  /** Time for a running run to finish when the validator is stopped. */
  readonly grace: number;
  /** Time after that to report the end of the run. */
  readonly exitGrace: number;
}

export const DEFAULT_SETTINGS: ValidatorSettings = {
  poll: 30_000,
  progress: 5_000,
  weights: 60_000,
  banned: 300_000,
  delivery: DEFAULT_BACKOFF,
  recovery: DEFAULT_BACKOFF,
  attemptTries: 3,
  attemptPause: 2_000,
  excusedShare: 0.05,
  outageAttempts: 3,
  credentialPause: 2_000,
  credentialTries: 3,
  minimumFreeBytes: 256 * 1024 ** 2,
  spaceCheck: 10_000,
  grace: 60_000,
  exitGrace: 15_000,
};
