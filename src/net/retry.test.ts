import { describe, expect, it } from 'vitest';
import { type RetryOptions, retry, sleepFor } from './retry.ts';

const unavailable = new Error('unavailable');
const isRetryable = (error: unknown): boolean => error === unavailable;

/** A clock that advances only when `retry` sleeps. */
function simulatedTime(): { slept: number[]; sleep: (milliseconds: number) => Promise<void>; now: () => number } {
  const slept: number[] = [];
  return {
    slept,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
    },
    now: () => slept.reduce((sum, milliseconds) => sum + milliseconds, 0),
  };
}

function failing(times: number, error: unknown = unavailable): (attempt: number) => Promise<string> {
  return async (attempt) => {
    if (attempt <= times) throw error;
    return `attempt ${attempt}`;
  };
}

async function run<T>(
  work: (attempt: number) => T | Promise<T>,
  options: Partial<RetryOptions<T>>,
): Promise<{ outcome: unknown; slept: number[] }> {
  const time = simulatedTime();
  const all = { backoff: { first: 100, longest: 500 }, attempts: 5, isRetryable, ...time, ...options };
  const outcome = await retry(work, all).catch((error: unknown) => error);
  return { outcome, slept: time.slept };
}

describe('retry', () => {
  it('retry waits longer after each failure, and returns the first success', async () => {
    expect(await run(failing(4), {})).toEqual({ outcome: 'attempt 5', slept: [100, 200, 400, 500] });
  });

  it('retry does not wait when the first attempt succeeds', async () => {
    expect(await run(failing(0), {})).toEqual({ outcome: 'attempt 1', slept: [] });
  });

  it('retry throws the last error itself after the last attempt', async () => {
    const { outcome, slept } = await run(failing(9), { attempts: 3 });
    expect(outcome).toBe(unavailable);
    expect(slept).toHaveLength(2);
  });

  it('retry throws errors that are not retryable at once', async () => {
    const defect = new TypeError('defect');
    expect(await run(failing(1, defect), {})).toEqual({ outcome: defect, slept: [] });
    expect(await run(failing(1), { isRetryable: undefined })).toEqual({ outcome: unavailable, slept: [] });
  });

  it('retry also retries errors of synchronous work', async () => {
    const work = (attempt: number): number => {
      if (attempt < 3) throw unavailable;
      return attempt;
    };
    expect(await run(work, {})).toEqual({ outcome: 3, slept: [100, 200] });
  });

  it('retry can retry results, and returns the last one', async () => {
    const isRetryableValue = (status: number): boolean => status >= 500;
    const statuses = [503, 500, 404];
    const work = async (attempt: number): Promise<number> => statuses[attempt - 1] ?? 500;
    expect((await run(work, { isRetryableValue })).outcome).toBe(404);
    expect((await run(work, { isRetryableValue, attempts: 2 })).outcome).toBe(500);
  });

  it('retry waits as long as the other side asks, unless that is too long', async () => {
    const requestedDelay = (): number => 7_000;
    expect((await run(failing(2), { requestedDelay })).slept).toEqual([7_000, 7_000]);
    expect((await run(failing(1), { requestedDelay: () => 0 })).slept).toEqual([0]);
    expect((await run(failing(1), { requestedDelay: () => null })).slept).toEqual([100]);
    const refused = await run(failing(1), { requestedDelay, longestRequestedDelay: 6_999 });
    expect(refused).toEqual({ outcome: unavailable, slept: [] });
  });

  it('retry starts no attempt after its deadline', async () => {
    const { outcome, slept } = await run(failing(99), { attempts: undefined, withinMilliseconds: 1_300 });
    expect(outcome).toBe(unavailable);
    expect(slept).toEqual([100, 200, 400, 500]);
  });

  it('retry takes the jitter from the given source', async () => {
    const backoff = { first: 100, jitter: [0.5, 1] } as const;
    expect((await run(failing(2), { backoff, random: () => 0 })).slept).toEqual([50, 100]);
  });

  it('retry reports each wait before it begins', async () => {
    const told: unknown[] = [];
    await run(failing(1), { onRetry: (outcome, delay) => told.push([outcome, delay]) });
    expect(told).toEqual([[{ error: unavailable }, 100]]);
  });

  it('retry rejects with the abort reason when aborted while waiting', async () => {
    const stop = new AbortController();
    const reason = new Error('shutting down');
    const waiting = retry(failing(9), {
      backoff: { first: 60_000 },
      isRetryable,
      signal: stop.signal,
      onRetry: () => stop.abort(reason),
    });
    await expect(waiting).rejects.toBe(reason);
  });

  it('retry rejects with the abort reason instead of another attempt', async () => {
    const signal = AbortSignal.abort(new Error('shutting down'));
    const told: unknown[] = [];
    const onRetry = (): unknown => told.push('retry');
    expect(await run(failing(1), { signal, onRetry })).toEqual({ outcome: signal.reason, slept: [] });
    expect(told).toEqual([]);
  });

  it('retry returns the result of the last attempt, aborted or not', async () => {
    const signal = AbortSignal.abort();
    expect((await run(failing(0), { signal })).outcome).toBe('attempt 1');
    expect((await run(failing(1), { signal, attempts: 1 })).outcome).toBe(unavailable);
    const defect = new TypeError('defect');
    expect((await run(failing(1, defect), { signal })).outcome).toBe(defect);
  });
});

describe('sleepFor', () => {
  it('sleepFor waits, and rejects with the reason of its signal', async () => {
    await sleepFor(1);
    const reason = new Error('stop');
    await expect(sleepFor(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
