import { expect, it } from 'vitest';
import type { Database } from '../../store/database.ts';
import { onBothEngines } from '../../store/testing/every-engine.ts';
import { DEFAULT_CHALLENGE_RULES, newChallenge } from '../session/challenge.ts';
import { describeChallenges } from '../testing/challenges-conformance.ts';
import { inTurn, openSharedStore } from '../testing/shared-store.ts';
import { DatabaseChallenges } from './database-challenges.ts';
import type { IdentityTables } from './identity-tables.ts';

async function putMany(challenges: DatabaseChallenges, count: number, seconds: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    await challenges.put(newChallenge('alice', DEFAULT_CHALLENGE_RULES, seconds));
  }
}

async function left(database: Database<IdentityTables>): Promise<number> {
  return (await database.reader.selectFrom('challenges').select('nonce').execute()).length;
}

onBothEngines('open challenges', (makeDatabase) => {
  describeChallenges('DatabaseChallenges', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    return { challenges: new DatabaseChallenges(databases[0]), close };
  });

  describeChallenges('DatabaseChallenges of two servers', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    const next = inTurn(databases.map((database) => new DatabaseChallenges(database)));
    return { challenges: { put: (given) => next().put(given), take: (nonce) => next().take(nonce) }, close };
  });

  it('challenges are deleted some time after they expired', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    let now = 1_000_000;
    const challenges = new DatabaseChallenges(databases[0], { now: () => now });
    await putMany(challenges, 150, 1000);
    expect(await left(databases[0])).toBe(150);
    now = 1_700_000;
    await putMany(challenges, 50, 1700);
    expect(await left(databases[0])).toBe(50);
    await close();
  });

  it('the oldest challenges are deleted when there are too many', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    const challenges = new DatabaseChallenges(databases[0], { capacity: 20, now: () => 1_000_000 });
    const [oldest, newest] = [1, 1000].map((second) => newChallenge('alice', DEFAULT_CHALLENGE_RULES, second));
    await challenges.put(oldest!);
    await putMany(challenges, 98, 500);
    await challenges.put(newest!);
    expect(await left(databases[0])).toBe(20);
    expect(await challenges.take(oldest!.nonce)).toBeUndefined();
    expect(await challenges.take(newest!.nonce)).toEqual(newest);
    await close();
  });
});
