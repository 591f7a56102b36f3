import { describe, expect, it } from 'vitest';
import { SessionMemory } from './session-memory.ts';

describe('memory of sessions', () => {
  it('memory for each session is the growth when most of them were open', () => {
    let [sessions, resident] = [0, 50];
    const memory = new SessionMemory(
      () => sessions,
      () => resident,
    );
    resident = 100;
    memory.start();
    expect(memory.report()).toEqual({
      resident_bytes: 100,
      without_sessions_bytes: 100,
      most_sessions: 0,
      bytes_per_session: null,
    });
    [sessions, resident] = [10, 180];
    memory.sample();
    [sessions, resident] = [2, 900];
    expect(memory.report()).toEqual({
      resident_bytes: 900,
      without_sessions_bytes: 100,
      most_sessions: 10,
      bytes_per_session: 8,
    });
    memory.stop();
  });
});
