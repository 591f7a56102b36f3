import type { Challenge } from './challenge.ts';

/** Port: challenges that were handed out and not yet answered. */
export interface Challenges {
  put(challenge: Challenge): Promise<void>;
  /** Gives it out and forgets it, as one step: of two who answer the same challenge at once, one is too late. */
  take(nonce: string): Promise<Challenge | undefined>;
}
