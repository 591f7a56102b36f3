import { expect, it } from 'vitest';
import { onBothEngines } from '../../store/testing/every-engine.ts';
import { describeNonces } from '../testing/nonces-conformance.ts';
import { inTurn, openSharedStore } from '../testing/shared-store.ts';
import { DatabaseNonces } from './database-nonces.ts';

onBothEngines('used nonces', (makeDatabase) => {
  describeNonces('DatabaseNonces', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    return { nonces: new DatabaseNonces(databases[0]), close };
  });

  describeNonces('DatabaseNonces of two servers', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    const next = inTurn(databases.map((database) => new DatabaseNonces(database)));
    return { nonces: { register: (...pair) => next().register(...pair) }, close };
  });

  it('exactly one of two servers accepts a nonce as new, for thousands in any order', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    const servers = databases.map((database) => new DatabaseNonces(database));
    const names = Array.from({ length: 1500 }, (_, number) => `nonce ${number}`);
    const asked = [names, names.toReversed(), names.toReversed(), names].flatMap((order, position) => {
      const server = servers[position % 2]!;
      return order.map(async (nonce) => {
        const outcome = await server.register('alice', nonce, { now: 1000, keepUntil: 1120 });
        return { nonce, outcome };
      });
    });
    const fresh = (await Promise.all(asked)).filter(({ outcome }) => outcome === 'new').map(({ nonce }) => nonce);
    expect(fresh.toSorted()).toEqual(names.toSorted());
    await close();
  });

  it('a nonce is known to a server that starts after the others have stopped', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    const span = { now: 1000, keepUntil: 1120 };
    await new DatabaseNonces(databases[0]).register('alice', 'one', span);
    await databases[0].close();
    expect(await new DatabaseNonces(databases[1]).register('alice', 'one', span)).toBe('used');
    await close();
  });

  it('nonces are deleted once no clock could accept them, a few at a time', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    const nonces = new DatabaseNonces(databases[0]);
    const registerMany = async (count: number, now: number): Promise<void> => {
      const span = { now, keepUntil: now + 120 };
      await Promise.all(
        Array.from({ length: count }, (_, number) => nonces.register('alice', `${now} ${number}`, span)),
      );
    };
    const left = async (): Promise<number> =>
      (await databases[0].reader.selectFrom('used_nonces').select('nonce').execute()).length;
    await registerMany(600, 1000);
    await registerMany(100, 1500);
    expect(await left()).toBe(700);
    await registerMany(100, 2000);
    expect(await left()).toBeGreaterThanOrEqual(500);
    for (let round = 1; round <= 5; round++) await registerMany(100, 2000 + round);
    // The remaining nonces were valid at 1500 or later.
    expect(await left()).toBe(700);
    await close();
  });

  it('a lost database fails only the requests that needed it', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    const nonces = new DatabaseNonces(databases[0]);
    await databases[0].close();
    const span = { now: 1000, keepUntil: 1120 };
    const outcomes = await Promise.allSettled([
      nonces.register('alice', 'one', span),
      nonces.register('alice', 'one', span),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await new DatabaseNonces(databases[1]).register('alice', 'one', span)).toBe('new');
    await close();
  });
});
