import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** How work loads the thread that calls it, in milliseconds. */
export interface Stall {
  /** The longest time for which the event loop did nothing else. */
  readonly stall: number;
  readonly mainProcessor: number;
  readonly wall: number;
}

export async function measureStall(work: () => Promise<unknown>): Promise<Stall> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // The histogram measures from tick to tick: without a first tick it would miss work that starts at once.
  await sleep(20);
  const before = process.threadCpuUsage();
  const started = performance.now();
  await work();
  const wall = performance.now() - started;
  // One turn of the event loop, so that the last stall is measured too.
  await sleep(5);
  delay.disable();
  const { user, system } = process.threadCpuUsage(before);
  return { stall: delay.max / 1e6, mainProcessor: (user + system) / 1e3, wall };
}
