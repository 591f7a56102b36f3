import { type Backoff, DEFAULT_BACKOFF } from './arena/backoff.ts';

/** Everything a validator waits for, in milliseconds, and how often it tries. */
export interface ValidatorSettings {
  /** Between two questions for work while there is none. */
  readonly poll: number;
  /** Between two reports of results, at the least. */
  readonly progress: number;
  /** Between two looks whether there is something new to weigh. */
  readonly weights: number;
  /** After being told that one is banned. */
  readonly banned: number;
  /** What could not be delivered is sent again after these pauses. */
  readonly delivery: Backoff;
  /** After a run that failed by something that takes time to mend, before the next is claimed. */
  readonly recovery: Backoff;
  /** How often a problem is attempted that fails by no fault of the agent, the first time included. */
  readonly attemptTries: number;
  /** Before problems are attempted again. */
  readonly attemptPause: number;
  /** How many excuses a version has in a run, as a share of the problems, where the arena does not say it. */
  readonly excusedShare: number;
  /** How many attempts in a row may lack their model before the provider is asked whether it is there at all. */
  readonly outageAttempts: number;
  /** Before a key is tried again that was refused: fresh ones take a while to be known everywhere. */
  readonly credentialPause: number;
  readonly credentialTries: number;
  /** With less space than this on the disk nothing is claimed. */
  readonly minimumFreeBytes: number;
  readonly spaceCheck: number;
  /** For a run under way to end by itself when the validator is to stop. */
  readonly grace: number;
  /** For what is to be said about it after that. */
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
