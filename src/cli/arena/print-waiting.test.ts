import { expect, it } from 'vitest';
import type { ArenaOverviewWire } from '../../board/wire.ts';
import { followWaiting } from './print-waiting.ts';

function overview(connected: number): ArenaOverviewWire {
  const missing = 2 - connected;
  return {
    name: 'sample',
    network: 'local',
    registration: 'open',
    simulated: true,
    suite: { suite_id: 1, problem_count: 4 },
    validators: { required: 2, connected, missing },
    waiting_for:
      missing === 0 ? [] : [{ what: 'validators', message: `Waiting for ${missing}.`, remedy: 'Start them.' }],
    computed_at: '2026-01-01T00:00:00.000Z',
  };
}

it('prints what an arena waits for once, and again when it changes', async () => {
  const lines: string[] = [];
  const answers = [0, 0, undefined, 1, 1, 2, 2];
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const read = async (): Promise<ArenaOverviewWire> => {
    if (answers.length === 0) resolve();
    const connected = answers.length === 0 ? 2 : answers.shift();
    if (connected === undefined) throw new Error('The database is away.');
    return overview(connected);
  };
  const following = followWaiting(read, { print: (line = '') => lines.push(line) }, 1);
  await asked;
  await following.stop();
  expect(lines).toEqual([
    'Waiting for 2.\n  → Start them.',
    'Waiting for 1.\n  → Start them.',
    'Ready: 2 validators connected, 2 needed for a score.',
  ]);
});
