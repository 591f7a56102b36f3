import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { SimulatedContestant } from './simulated-contestant.ts';

const pendingSchema = z.object({ summary: z.object({ total_pending: z.int() }) });
const LOOK_EVERY_MILLISECONDS = 250;

/** Number of versions that wait for validators or are being run. */
export async function countWaiting(url: string): Promise<number> {
  const response = await fetch(`${url}/v1/public/evaluations/pending?limit=1`);
  return pendingSchema.parse(await response.json()).summary.total_pending;
}

/**
 * Resolves when nothing waits any more. Contestants must have been told to stop; their current submissions are waited
 * for.
 */
export async function untilDone(
  url: string,
  contestants: readonly Pick<SimulatedContestant, 'isSubmitting'>[] = [],
): Promise<void> {
  while (contestants.some(({ isSubmitting }) => isSubmitting) || (await countWaiting(url)) > 0) {
    await sleep(LOOK_EVERY_MILLISECONDS);
  }
}
