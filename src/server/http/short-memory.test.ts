import { describe, expect, it } from 'vitest';
import { ShortMemory } from './short-memory.ts';

describe('a short memory', () => {
  it('computes once for all who ask within its time, and anew after it', async () => {
    const memory = new ShortMemory(1_000);
    let computed = 0;
    const ask = (now: number) => memory.answer('board', async () => ++computed, now);
    expect(await Promise.all([ask(0), ask(0), ask(999)])).toEqual([1, 1, 1]);
    expect(await ask(1_000)).toBe(2);
    expect(await memory.answer('other', async () => 'else', 1_000)).toBe('else');
  });

  it('does not remember failures', async () => {
    const memory = new ShortMemory(1_000);
    await expect(memory.answer('board', () => Promise.reject(new Error('no')), 0)).rejects.toThrow('no');
    expect(await memory.answer('board', async () => 'yes', 1)).toBe('yes');
  });

  it('holds no more than it may, and nothing that is over', async () => {
    const memory = new ShortMemory(1_000, 10);
    for (let key = 0; key < 50; key++) await memory.answer(`${key}`, async () => key, 0);
    expect(memory.size).toBe(10);
    await memory.answer('new', async () => 0, 2_000);
    expect(memory.size).toBe(1);
  });
});
