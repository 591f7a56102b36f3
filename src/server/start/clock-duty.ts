import type { FastifyBaseLogger } from 'fastify';
import { type ClockReading, jumpText } from '../../clock/clock-jump.ts';
import { ClockWatch } from '../../clock/clock-watch.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import type { Duty } from './housekeeping.ts';

/** Looking for times that lie in the future reads whole tables. */
const CORRECTING_MILLISECONDS = 60_000;

export interface ClockDutyOptions {
  /** Returns how many rows of each kind it corrected. */
  readonly correct: () => Promise<Readonly<Record<string, number>>>;
  /** The age of what is known of the chain is counted by the clock that was set. */
  readonly refreshMetagraph: () => Promise<void>;
  readonly metrics: ServerMetrics;
  /** Asked for when there is something to log: the server that logs is made later. */
  readonly log: () => Pick<FastifyBaseLogger, 'warn'>;
  readonly readClocks?: () => ClockReading;
}

/** Watches the clock of the machine, and corrects what it stored while it was ahead. */
export function clockDuty(options: ClockDutyOptions): { readonly clock: ClockWatch; readonly duty: Duty } {
  const { correct, refreshMetagraph, metrics, log, readClocks } = options;
  let correctedAt = Number.NEGATIVE_INFINITY;
  const clock = new ClockWatch((jump) => {
    correctedAt = Number.NEGATIVE_INFINITY;
    metrics.clockJumps.inc({ direction: jump > 0 ? 'forward' : 'back' });
    log().warn({ jump_ms: jump }, jumpText(jump));
    void refreshMetagraph().catch(() => metrics.chainFailures.inc());
  }, readClocks);
  const run = async (): Promise<void> => {
    if (performance.now() - correctedAt < CORRECTING_MILLISECONDS) return;
    const corrected = await correct();
    correctedAt = performance.now();
    if (Object.keys(corrected).length === 0) return;
    log().warn({ corrected }, 'Corrected times that were stored while the clock was ahead.');
  };
  return { clock, duty: { name: 'clock', needs: 'confirmed clock', run } };
}
