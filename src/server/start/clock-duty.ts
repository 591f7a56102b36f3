import type { FastifyBaseLogger } from 'fastify';
import { type ClockReading, jumpText } from '../../clock/clock-jump.ts';
import { ClockWatch } from '../../clock/clock-watch.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import type { Duty } from './housekeeping.ts';

/** Searching for timestamps in the future reads whole tables. */
const CORRECTING_MILLISECONDS = 60_000;

export interface ClockDutyOptions {
  /** Returns the number of corrected rows by kind. */
  readonly correct: () => Promise<Readonly<Record<string, number>>>;
  /** The age of the chain data is computed with the clock that was changed. */
  readonly refreshMetagraph: () => Promise<void>;
  readonly metrics: ServerMetrics;
  /** Called when there is something to log, because the server with the logger is created later. */
  readonly log: () => Pick<FastifyBaseLogger, 'warn'>;
  readonly readClocks?: () => ClockReading;
}

/** Watches the machine's clock, and corrects timestamps stored while it was ahead. */
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
