import { once } from 'node:events';

/** Resolves on Ctrl-C or when the system asks the process to end, so that what is open can be closed in order. */
export async function untilInterrupted(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
