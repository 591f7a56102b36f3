import { type ClockReading, jumpText } from '../../clock/clock-jump.ts';
import { ClockWatch } from '../../clock/clock-watch.ts';
import type { Log } from '../log.ts';
import type { ValidatorMetrics } from './metrics.ts';

/** Logs and counts jumps of the machine's clock, by which requests are signed. */
export function watchClock(
  metrics: Pick<ValidatorMetrics, 'clockJumps'>,
  log: Pick<Log, 'warn'>,
  readClocks?: () => ClockReading,
): ClockWatch {
  return new ClockWatch((jump) => {
    metrics.clockJumps.inc({ direction: jump > 0 ? 'forward' : 'back' });
    log.warn(jumpText(jump), { jump_ms: jump });
  }, readClocks);
}
