import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something to become true; if it never does, the test's own time limit ends the wait. */
export async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await sleep(20);
  }
}
