import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryCreditAccount } from './memory-credit-account.ts';

describe('MemoryCreditAccount', () => {
  it('reserves credit up to the balance and no more', async () => {
    const account = new MemoryCreditAccount(100);
    const first = await account.reserve(60);
    expect(await account.reserve(60)).toBeNull();
    expect(await account.balance()).toBe(40);
    await first!.settle(25);
    await first!.settle(25);
    expect(await account.balance()).toBe(75);
    expect(account.spent).toBe(25);
    expect(await account.reserve(75)).not.toBeNull();
    expect(await account.reserve(1)).toBeNull();
    expect(await account.reserve(0)).not.toBeNull();
  });

  it('calls within their reservation never spend credit below zero', async () => {
    const amount = fc.integer({ min: 0, max: 1000 });
    await fc.assert(
      fc.asyncProperty(
        amount,
        fc.array(fc.tuple(amount, fc.double({ min: 0, max: 1, noNaN: true }))),
        async (credit, calls) => {
          const account = new MemoryCreditAccount(credit);
          const reserved = await Promise.all(calls.map(([most]) => account.reserve(most)));
          await Promise.all(
            reserved.map((reservation, index) =>
              reservation?.settle(Math.floor(reservation.amount * calls[index]![1])),
            ),
          );
          expect(await account.balance()).toBe(credit - account.spent);
          expect(await account.balance()).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
