import { describe, expect, it } from 'vitest';
import { MemoryNonces } from '../testing/memory-nonces.ts';
import { describeNonces } from '../testing/nonces-conformance.ts';

describeNonces('MemoryNonces', async () => ({ nonces: new MemoryNonces(), close: async () => {} }));

describe('MemoryNonces', () => {
  it('a full nonce memory drops expired nonces, and rejects new ones rather than forget valid ones', async () => {
    const nonces = new MemoryNonces(2);
    const register = (nonce: string, now: number) => nonces.register('alice', nonce, { now, keepUntil: now + 120 });
    expect(await register('one', 1000)).toBe('new');
    expect(await register('two', 1050)).toBe('new');
    expect(await register('three', 1060)).toBe('full');
    expect(await register('one', 1060)).toBe('used');
    expect(await register('three', 1121)).toBe('new');
    expect(await register('two', 1122)).toBe('used');
    expect(nonces.size).toBe(2);
  });
});
