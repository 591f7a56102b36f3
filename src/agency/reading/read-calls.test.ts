import { expect, it } from 'vitest';
import type { Call } from '../../gateway/calls.ts';
import { isAfter, readCalls } from './read-calls.ts';

/** Tests a search that arrives this many milliseconds after a completion was requested; the completion takes 200 ms. */
function isAfterBy(milliseconds: number): boolean {
  const call = { status: 200, parameters: { q: 'lamp' }, request: null, response: { choices: [] }, duration_ms: 200 };
  const time = (at: number) => new Date(1_000 + at).toISOString();
  const calls = [
    { ...call, sequence: 1, kind: 'inference', time: time(0) },
    { ...call, sequence: 2, kind: 'search', time: time(milliseconds) },
  ] as unknown as Call[];
  const { said, done } = readCalls(calls);
  return isAfter(done[0]!, said[0]!);
}

it('accepts a call as caused by a completion even if the clock was stopped late', () => {
  expect(isAfterBy(200)).toBe(true);
  expect(isAfterBy(150)).toBe(true);
  expect(isAfterBy(20)).toBe(false);
});
