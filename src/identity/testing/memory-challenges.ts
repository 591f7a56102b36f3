import type { Challenge } from '../session/challenge.ts';
import type { Challenges } from '../session/challenges.ts';

const DEFAULT_CAPACITY = 50_000;

/** For one process. Beyond the capacity the oldest are deleted, and a client that loses one requests another. */
export class MemoryChallenges implements Challenges {
  readonly #capacity: number;
  readonly #open = new Map<string, Challenge>();

  constructor(capacity = DEFAULT_CAPACITY) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#open.size;
  }

  async put(challenge: Challenge): Promise<void> {
    for (const nonce of this.#open.keys()) {
      if (this.#open.size < this.#capacity) break;
      this.#open.delete(nonce);
    }
    this.#open.set(challenge.nonce, challenge);
  }

  async take(nonce: string): Promise<Challenge | undefined> {
    const challenge = this.#open.get(nonce);
    this.#open.delete(nonce);
    return challenge;
  }
}
