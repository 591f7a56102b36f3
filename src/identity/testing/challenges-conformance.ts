import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Challenge } from '../session/challenge.ts';
import type { Challenges } from '../session/challenges.ts';

export interface OpenChallenges {
  readonly challenges: Challenges;
  close(): Promise<void>;
}

/** The contract of every challenge store. */
export function describeChallenges(name: string, open: () => Promise<OpenChallenges>): void {
  describe(`${name} as a store of challenges`, () => {
    let opened: OpenChallenges;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    const challenge: Challenge = { hotkey: 'alice', text: 'a:1:0', nonce: '0'.repeat(32), expiresAt: 60 };

    it('a challenge is given out once', async () => {
      await opened.challenges.put(challenge);
      expect(await opened.challenges.take('1'.repeat(32))).toBeUndefined();
      expect(await opened.challenges.take(challenge.nonce)).toEqual(challenge);
      expect(await opened.challenges.take(challenge.nonce)).toBeUndefined();
    });

    it('one of many concurrent callers gets a challenge', async () => {
      await opened.challenges.put(challenge);
      const taken = await Promise.all(Array.from({ length: 10 }, () => opened.challenges.take(challenge.nonce)));
      expect(taken.filter((one) => one !== undefined)).toEqual([challenge]);
    });
  });
}
