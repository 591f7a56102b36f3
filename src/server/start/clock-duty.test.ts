import { expect, it } from 'vitest';
import { SETTLING_MILLISECONDS } from '../../clock/clock-watch.ts';
import { ServerMetrics } from '../metrics/server-metrics.ts';
import { clockDuty } from './clock-duty.ts';

const THREE_DAYS = 3 * 86_400_000;

it('logs and counts each clock jump once, and refreshes the metagraph', async () => {
  const clocks = { wall: 0, monotonic: 0 };
  const logged: string[] = [];
  const metrics = new ServerMetrics();
  let refreshed = 0;
  let stored: Record<string, number> = {};
  let corrections = 0;
  const { clock, duty } = clockDuty({
    correct: async () => {
      corrections++;
      return stored;
    },
    refreshMetagraph: async () => void refreshed++,
    metrics,
    log: () => ({ warn: (_fields: unknown, message?: string) => void logged.push(message ?? '') }),
    readClocks: () => ({ ...clocks }),
  });
  clocks.wall += THREE_DAYS;
  clock.check();
  clock.check();
  clocks.wall -= THREE_DAYS;
  clock.check();
  expect(logged).toEqual(['The clock jumped by +259200 s.', 'The clock jumped by -259200 s.']);
  expect(refreshed).toBe(2);
  const text = await metrics.registry.metrics();
  expect(text).toContain('assay_clock_jumps_total{direction="forward"} 1');
  expect(text).toContain('assay_clock_jumps_total{direction="back"} 1');

  // A newly started process does not know yet whether its clock is right.
  expect([duty.needs, clock.isSettled, clock.isConfirmed]).toEqual(['confirmed clock', true, false]);
  clocks.monotonic += SETTLING_MILLISECONDS;
  clocks.wall += SETTLING_MILLISECONDS;
  expect(clock.isConfirmed).toBe(true);
  stored = { leases: 2 };
  await duty.run();
  await duty.run();
  expect([corrections, logged.length, logged.at(-1)]).toEqual([
    1,
    3,
    'Corrected times that were stored while the clock was ahead.',
  ]);
});
