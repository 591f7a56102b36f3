import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Nonces } from '../request/nonces.ts';

export interface OpenNonces {
  readonly nonces: Nonces;
  close(): Promise<void>;
}

/** The contract of every nonce store. */
export function describeNonces(name: string, open: () => Promise<OpenNonces>): void {
  describe(`${name} as a store of nonces`, () => {
    let opened: OpenNonces;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    it('remembers a nonce up to and including its last second', async () => {
      const { nonces } = opened;
      expect(await nonces.register('alice', 'one', { now: 1000, keepUntil: 1120 })).toBe('new');
      expect(await nonces.register('alice', 'one', { now: 1000, keepUntil: 1120 })).toBe('used');
      expect(await nonces.register('alice', 'one', { now: 1120, keepUntil: 1240 })).toBe('used');
      expect(await nonces.register('alice', 'one', { now: 1121, keepUntil: 1241 })).toBe('new');
      expect(await nonces.register('alice', 'one', { now: 1241, keepUntil: 1361 })).toBe('used');
    });

    it('stores the nonces of hotkeys separately', async () => {
      const { nonces } = opened;
      const span = { now: 1000, keepUntil: 1120 };
      expect(await nonces.register('alice', 'one', span)).toBe('new');
      expect(await nonces.register('bob', 'one', span)).toBe('new');
      expect(await nonces.register('alice', 'two', span)).toBe('new');
      expect(await nonces.register('alice', 'ONE', span)).toBe('new');
      expect(await nonces.register('bob', 'one', span)).toBe('used');
    });

    it('exactly one of many concurrent callers is told that a nonce is new', async () => {
      const span = { now: 1000, keepUntil: 1120 };
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => opened.nonces.register('alice', 'x', span)));
      expect(outcomes.filter((outcome) => outcome === 'new')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(19);
    });
  });
}
