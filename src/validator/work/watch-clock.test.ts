import { expect, it } from 'vitest';
import { ValidatorMetrics } from './metrics.ts';
import { watchClock } from './watch-clock.ts';

it('logs and counts each clock jump once', async () => {
  const clocks = { wall: 0, monotonic: 0 };
  const logged: string[] = [];
  const metrics = new ValidatorMetrics();
  const clock = watchClock(metrics, { warn: (message) => void logged.push(message) }, () => ({ ...clocks }));
  for (const jump of [259_200_000, -259_200_000]) {
    clocks.wall += jump;
    clock.check();
    clock.check();
  }
  expect(logged).toEqual(['The clock jumped by +259200 s.', 'The clock jumped by -259200 s.']);
  const text = await metrics.registry.metrics();
  expect(text).toContain('assay_validator_clock_jumps_total{direction="forward"} 1');
  expect(text).toContain('assay_validator_clock_jumps_total{direction="back"} 1');
});
