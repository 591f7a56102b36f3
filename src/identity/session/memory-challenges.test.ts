import { describe, expect, it } from 'vitest';
import { describeChallenges } from '../testing/challenges-conformance.ts';
import { MemoryChallenges } from '../testing/memory-challenges.ts';
import { DEFAULT_CHALLENGE_RULES, newChallenge } from './challenge.ts';

describeChallenges('MemoryChallenges', async () => ({ challenges: new MemoryChallenges(), close: async () => {} }));

describe('MemoryChallenges', () => {
  it('drops the oldest challenges when there are too many', async () => {
    const challenges = new MemoryChallenges(2);
    const three = [1, 2, 3].map((second) => newChallenge('alice', DEFAULT_CHALLENGE_RULES, second));
    for (const challenge of three) await challenges.put(challenge);
    expect(challenges.size).toBe(2);
    expect(await challenges.take(three[0]!.nonce)).toBeUndefined();
    expect(await challenges.take(three[2]!.nonce)).toEqual(three[2]);
  });
});
