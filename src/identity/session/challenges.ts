import type { Challenge } from './challenge.ts';

/** Port: challenges issued and not yet answered. */
export interface Challenges {
  put(challenge: Challenge): Promise<void>;
  /**
   * Returns and deletes the challenge atomically: if two callers answer the same challenge, only the first succeeds.
   */
  take(nonce: string): Promise<Challenge | undefined>;
}
