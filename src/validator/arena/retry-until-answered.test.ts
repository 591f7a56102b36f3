import { describe, expect, it } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import { retryUntilAnswered } from './retry-until-answered.ts';

const backoff = { first: 1, longest: 2, tries: 4 };

function failing(times: number, error: Error): { work: () => Promise<string>; calls: () => number } {
  let calls = 0;
  return {
    work: async () => {
      calls++;
      if (calls <= times) throw error;
      return 'done';
    },
    calls: () => calls,
  };
}

const away = new Fault('ARENA_UNREACHABLE', { message: 'away' });

describe('retrying requests to the arena', () => {
  it('retries an unreachable arena, up to a number of times', async () => {
    const passing = failing(3, away);
    expect(await retryUntilAnswered(passing.work, { backoff })).toBe('done');
    expect(passing.calls()).toBe(4);
    const lasting = failing(9, away);
    await expect(retryUntilAnswered(lasting.work, { backoff })).rejects.toBe(away);
    expect(lasting.calls()).toBe(4);
  });

  it('does not retry an error response or a defect', async () => {
    for (const error of [new Fault('LEASE_EXPIRED', { message: 'late' }), new TypeError('defect')]) {
      const refused = failing(1, error);
      await expect(retryUntilAnswered(refused.work, { backoff })).rejects.toBe(error);
      expect(refused.calls()).toBe(1);
    }
  });

  it('waits as long as the arena asks, and stops at an abort', async () => {
    const pauses: number[] = [];
    const busy = new Fault('RATE_LIMIT_EXCEEDED', { message: 'slowly', extra: { remaining_seconds: 0.02 } });
    await retryUntilAnswered(failing(1, busy).work, { backoff, onPause: (_, pause) => pauses.push(pause) });
    expect(pauses).toEqual([20]);
    const patient = { backoff: { first: 60_000, longest: 60_000, tries: 4 }, signal: AbortSignal.timeout(20) };
    await expect(retryUntilAnswered(failing(9, away).work, patient)).rejects.toBe(away);
  });
});
