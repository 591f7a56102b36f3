import { describe, expect, it } from 'vitest';
import { MemorySessions } from '../testing/memory-sessions.ts';
import { describeSessions } from '../testing/sessions-conformance.ts';
import type { Session } from './session.ts';

describeSessions('MemorySessions', async () => ({ sessions: new MemorySessions(), close: async () => {} }));

function session(hotkey: string, tokenHash: string): Session {
  return { tokenHash, hotkey, role: 'miner', createdAt: 1, expiresAt: 9 };
}

describe('MemorySessions', () => {
  it('keeps 32 sessions per hotkey, and a configured number in total', async () => {
    const sessions = new MemorySessions(34);
    await sessions.open(session('bob', 'bob'));
    for (let number = 0; number < 40; number++) await sessions.open(session('alice', `alice ${number}`));
    expect(sessions.size).toBe(33);
    expect(await sessions.find('bob')).toBeDefined();
    expect(await sessions.find('alice 7')).toBeUndefined();
    expect(await sessions.find('alice 8')).toBeDefined();
    await sessions.open(session('carol', 'carol'));
    await sessions.open(session('dave', 'dave'));
    expect(sessions.size).toBe(34);
    expect(await sessions.find('bob')).toBeUndefined();
  });
});
