import { describe, expect, it } from 'vitest';
import { standingOf } from '../identity/access/standing.ts';
import { DEFAULT_STANDING_RULES, roleOf } from '../identity/access.ts';
import type { Metagraph } from './metagraph.ts';
import { MetagraphCache } from './metagraph-cache.ts';
import { sampleMetagraph } from './testing/sample-metagraph.ts';

const TAO = 1_000_000_000n;

describe('metagraph cache', () => {
  it('the metagraph cache is empty before the first read, and then has stakes in TAO', async () => {
    const cache = new MetagraphCache(
      { metagraph: async () => sampleMetagraph([0n, 40_000n * TAO, 40_000n * TAO - 1n]) },
      { clock: () => 1_000 },
    );
    expect(cache.syncedAt).toBeUndefined();
    expect(cache.find('hotkey-1')).toBeUndefined();
    await cache.refresh();
    expect(cache.syncedAt).toBe(1_000);
    expect(cache.find('hotkey-1')).toEqual({ validatorPermit: true, stakeWeight: 40_000 });
    const role = (hotkey: string) => roleOf(standingOf(hotkey, cache, DEFAULT_STANDING_RULES, 1_100));
    expect(['hotkey-0', 'hotkey-1', 'hotkey-2', 'stranger'].map(role)).toEqual([
      'miner',
      'validator',
      'miner',
      undefined,
    ]);
  });

  it('the metagraph cache keeps its last value, and its age grows, while the chain is unreachable', async () => {
    let seconds = 1_000;
    let reachable = true;
    const failures: unknown[] = [];
    const metagraph = async (): Promise<Metagraph> => {
      if (!reachable) throw new Error('no line');
      return sampleMetagraph([1n]);
    };
    const cache = new MetagraphCache(
      { metagraph },
      { clock: () => seconds, onFailure: (error) => failures.push(error) },
    );
    const stop = await cache.start();
    reachable = false;
    seconds = 2_000;
    await expect(cache.refresh()).rejects.toThrow('no line');
    expect(cache.syncedAt).toBe(1_000);
    expect(cache.find('hotkey-0')).toBeDefined();
    stop();
    let successes = 0;
    const options = { onFailure: (error: unknown) => failures.push(error), onSuccess: () => successes++ };
    const late = new MetagraphCache({ metagraph }, options);
    (await late.start())();
    expect(failures).toHaveLength(1);
    expect(late.syncedAt).toBeUndefined();
    expect(successes).toBe(0);
    reachable = true;
    await late.refresh();
    expect(successes).toBe(1);
  });

  it('a refresh reads the metagraph after it was called, and concurrent refreshes share one request', async () => {
    let seconds = 5;
    const answers: PromiseWithResolvers<Metagraph>[] = [];
    const cache = new MetagraphCache(
      {
        metagraph: async () => {
          const answer = Promise.withResolvers<Metagraph>();
          answers.push(answer);
          return await answer.promise;
        },
      },
      { clock: () => seconds },
    );
    const early = cache.refresh();
    // Registered after the first request was sent.
    const registered = [cache.refresh(), cache.refresh()];
    seconds = 9;
    answers[0]!.resolve(sampleMetagraph([1n]));
    await early;
    expect(cache.syncedAt).toBe(5);
    await expect.poll(() => answers.length).toBe(2);
    answers[1]!.resolve(sampleMetagraph([1n, 1n]));
    await Promise.all(registered);
    expect([answers.length, cache.syncedAt, cache.find('hotkey-1')?.stakeWeight]).toEqual([2, 9, 1e-9]);
  });

  it('unknown hotkeys cause one query at a time, and none for some seconds after one, answered or not', async () => {
    let seconds = 1_000;
    let registered = 1;
    let asked = 0;
    let reachable = true;
    const failures: unknown[] = [];
    const cache = new MetagraphCache(
      {
        metagraph: async () => {
          asked++;
          if (!reachable) throw new Error('no line');
          return sampleMetagraph(Array.from({ length: registered }, () => 1n));
        },
      },
      { clock: () => seconds, leastSeconds: 12, onFailure: (error) => failures.push(error) },
    );
    await cache.refresh();
    registered = 2;
    seconds += 11;
    await cache.refreshIfDue();
    expect([asked, cache.find('hotkey-1')]).toEqual([1, undefined]);
    seconds += 1;
    await Promise.all([cache.refreshIfDue(), cache.refreshIfDue(), cache.refreshIfDue()]);
    expect([asked, cache.find('hotkey-1')?.stakeWeight]).toEqual([2, 1e-9]);
    seconds += 12;
    reachable = false;
    await Promise.all([cache.refreshIfDue(), cache.refreshIfDue()]);
    await cache.refreshIfDue();
    expect([asked, failures.length, cache.syncedAt]).toEqual([3, 1, 1_012]);
    seconds -= 3_600;
    await cache.refreshIfDue();
    expect(asked).toBe(4);
  });

  it('unknown hotkeys do not keep a slow chain busy all the time', async () => {
    let [asked, seconds] = [0, 1_000];
    const slow = async () => {
      asked++;
      seconds += 20;
      return sampleMetagraph([1n]);
    };
    const cache = new MetagraphCache({ metagraph: slow }, { clock: () => seconds, leastSeconds: 12 });
    await cache.refreshIfDue();
    await cache.refreshIfDue();
    expect(asked).toBe(1);
    seconds += 12;
    await cache.refreshIfDue();
    expect(asked).toBe(2);
  });

  it('a refresh asks again after the one before it failed', async () => {
    let asked = 0;
    const cache = new MetagraphCache({
      metagraph: async () => {
        if (++asked === 1) throw new Error('no line');
        return sampleMetagraph([1n]);
      },
    });
    const [first, second] = await Promise.allSettled([cache.refresh(), cache.refresh()]);
    expect([first.status, second.status, asked]).toEqual(['rejected', 'fulfilled', 2]);
  });
});
