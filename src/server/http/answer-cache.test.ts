import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Event } from '../../store/database.ts';
import { AnswerCache, type CacheLimits, type CacheRules } from './answer-cache.ts';

/** An in-memory ledger that keeps only the newest events, as the feed does. */
class SampleLedger {
  readonly events: Event[] = [];
  readonly #kept: number;

  constructor(kept = 100) {
    this.#kept = kept;
  }

  tell(what: string): void {
    const sequence = this.events.length + 1;
    this.events.push({ sequence, what, who: '', when: 0, why: '', subject: '', data: null, previous: '', hash: '' });
  }

  async head(): Promise<number> {
    return this.events.length;
  }

  keptSince(sequence: number): readonly Event[] | undefined {
    return sequence < this.events.length - this.#kept ? undefined : this.events.slice(sequence);
  }
}

const BY_RACES: CacheRules = { maxAgeMilliseconds: 1e9, changedBy: ({ what }) => what.startsWith('race.') };

const LIMITS: CacheLimits = { maxBytes: 1e6, maxEntries: 100, replaceAfterMilliseconds: 0 };

function sample(limits = LIMITS, ledger = new SampleLedger()) {
  const clock = { now: 0 };
  const cache = new AnswerCache(ledger, () => clock.now, limits);
  let computed = 0;
  const ask = async (key = 'top', rules: CacheRules = BY_RACES, expiresAt?: number): Promise<string> => {
    const { body } = await cache.answer(key, rules, async () => ({ text: `${key} ${++computed}`, expiresAt }));
    return String(body);
  };
  return { ledger, clock, cache, ask };
}

describe('the cache of answers', () => {
  it('the answer cache computes once for all requests until an event changes the answer', async () => {
    const { ledger, ask } = sample();
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['top 1', 'top 1', 'top 1']);
    ledger.tell('run.claimed');
    expect(await ask()).toBe('top 1');
    ledger.tell('race.closed');
    ledger.tell('run.claimed');
    expect(await ask()).toBe('top 2');
    expect(await ask()).toBe('top 2');
  });

  it('gives an answer younger than its least age whatever happened since, and looks at events afterwards', async () => {
    const { ledger, ask } = sample();
    await ask();
    ledger.tell('race.closed');
    expect(await ask('top', { ...BY_RACES, minAgeMilliseconds: 1e9 })).toBe('top 1');
    expect(await ask('top', { ...BY_RACES, minAgeMilliseconds: 0 })).toBe('top 2');
  });

  it('the answer cache serves the old answer while computing a new one, unless it is too old', async () => {
    const { cache } = sample();
    const rules: CacheRules = { maxAgeMilliseconds: 0, staleMilliseconds: 1e9 };
    let computed = 0;
    let fails = false;
    const later: PromiseWithResolvers<void>[] = [];
    const ask = async (staleMilliseconds = rules.staleMilliseconds!) => {
      const { body } = await cache.answer('history', { ...rules, staleMilliseconds }, async () => {
        const turn = Promise.withResolvers<void>();
        later.push(turn);
        if (computed > 0) await turn.promise;
        if (fails) throw new Error('the database is away');
        return { text: `${++computed}` };
      });
      return String(body);
    };
    expect([await ask(), await ask(), await ask()]).toEqual(['1', '1', '1']);
    // Both requests share one computation.
    expect(later).toHaveLength(2);
    fails = true;
    later[1]!.resolve();
    await new Promise(setImmediate);
    expect(await ask()).toBe('1');
    fails = false;
    later[2]!.resolve();
    await new Promise(setImmediate);
    expect(await ask()).toBe('2');
    later[3]!.resolve();
    await new Promise(setImmediate);
    const waiting = ask(0);
    await new Promise(setImmediate);
    later.at(-1)!.resolve();
    expect(await waiting).toBe('4');
  });

  it('the answer cache replaces old answers after a pause, one after the other', async () => {
    const { cache } = sample({ ...LIMITS, replaceAfterMilliseconds: 20 });
    const rules: CacheRules = { maxAgeMilliseconds: 0, staleMilliseconds: 1e9 };
    const begun: string[] = [];
    const turn = Promise.withResolvers<void>();
    const ask = async (key: string) => {
      const { body } = await cache.answer(key, rules, async () => {
        begun.push(key);
        if (begun.length === 3) await turn.promise;
        return { text: `${begun.length}` };
      });
      return String(body);
    };
    await ask('one');
    await ask('two');
    expect([await ask('one'), await ask('two'), begun]).toEqual(['1', '2', ['one', 'two']]);
    await vi.waitFor(() => expect(begun).toHaveLength(3));
    await sleep(60);
    expect(begun).toEqual(['one', 'two', 'one']);
    turn.resolve();
    await vi.waitFor(() => expect(begun).toEqual(['one', 'two', 'one', 'two']));
  });

  it('the answer cache serves no old answer after an event changed it', async () => {
    const { ledger, ask } = sample();
    const rules: CacheRules = { ...BY_RACES, maxAgeMilliseconds: 0, staleMilliseconds: 1e9 };
    expect(await ask('top', rules)).toBe('top 1');
    ledger.tell('race.closed');
    expect(await ask('top', rules)).toBe('top 2');
    ledger.tell('run.claimed');
    expect(await ask('top', rules)).toBe('top 2');
  });

  it('the answer cache recomputes when an event arrives during a computation', async () => {
    const { ledger, cache } = sample();
    const slow = Promise.withResolvers<void>();
    const first = cache.answer('top', BY_RACES, async () => {
      await slow.promise;
      return { text: 'before' };
    });
    await new Promise(setImmediate);
    ledger.tell('race.closed');
    const second = cache.answer('top', BY_RACES, async () => ({ text: 'after' }));
    slow.resolve();
    expect([String((await first).body), String((await second).body)]).toEqual(['before', 'after']);
    expect(String((await cache.answer('top', BY_RACES, async () => ({ text: 'again' }))).body)).toBe('after');
  });

  it('the answer cache recomputes when unseen events are no longer in memory', async () => {
    const { ledger, ask } = sample(undefined, new SampleLedger(2));
    expect(await ask()).toBe('top 1');
    for (let count = 0; count < 3; count++) ledger.tell('run.claimed');
    expect(await ask()).toBe('top 2');
  });

  it('the answer cache separates different requests, and tags each answer by its content', async () => {
    const { cache, ask } = sample();
    expect([await ask('one'), await ask('other'), await ask('one')]).toEqual(['one 1', 'other 2', 'one 1']);
    const tag = async (key: string) => (await cache.answer(key, BY_RACES, async () => ({ text: 'same' }))).tag;
    expect(await tag('a')).toBe(await tag('b'));
    expect(await tag('one')).not.toBe(await tag('a'));
  });

  it('cached answers expire by age, by the arena’s clock in both directions, and at their stated time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const { clock, ask } = sample();
      const aged = { maxAgeMilliseconds: 1_000 };
      expect([await ask('aged', aged), await ask('aged', aged)]).toEqual(['aged 1', 'aged 1']);
      vi.advanceTimersByTime(999);
      expect(await ask('aged', aged)).toBe('aged 1');
      vi.advanceTimersByTime(1);
      expect(await ask('aged', aged)).toBe('aged 2');
      const byArena = { maxAgeMilliseconds: 1e9, maxArenaMilliseconds: 500 };
      expect(await ask('fast', byArena)).toBe('fast 3');
      clock.now = 500;
      expect(await ask('fast', byArena)).toBe('fast 4');
      clock.now = -100;
      expect(await ask('fast', byArena)).toBe('fast 5');
      const jumping = { ...byArena, staleMilliseconds: 100 };
      expect(await ask('jumping', jumping)).toBe('jumping 6');
      clock.now = 86_400_000;
      expect(await ask('jumping', jumping)).toBe('jumping 7');
      clock.now = 0;
      expect(await ask('closing', BY_RACES, 100)).toBe('closing 8');
      clock.now = 99;
      expect(await ask('closing', BY_RACES, 100)).toBe('closing 8');
      clock.now = 100;
      expect(await ask('closing', BY_RACES, 200)).toBe('closing 9');
    } finally {
      vi.useRealTimers();
    }
  });

  it('the answer cache does not store failures', async () => {
    const { cache, ask } = sample();
    await expect(cache.answer('top', BY_RACES, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await ask()).toBe('top 1');
  });

  it('the answer cache is bounded in answers and bytes, and keeps the most recently used', async () => {
    const { cache, ask } = sample({ ...LIMITS, maxBytes: 1_000, maxEntries: 3 });
    for (const key of ['a', 'b', 'c', 'a', 'd']) await ask(key);
    expect(cache.size.entries).toBe(3);
    expect(await ask('a')).toBe('a 1');
    expect(await ask('b')).toBe('b 5');
    const large = (key: string) => cache.answer(key, BY_RACES, async () => ({ text: 'x'.repeat(600) }));
    await large('e');
    await large('f');
    expect(cache.size.bytes).toBeLessThanOrEqual(1_000);
    await cache.answer('g', BY_RACES, async () => ({ text: 'x'.repeat(5_000) }));
    expect(cache.size).toEqual({ entries: 0, bytes: 0 });
  });
});
