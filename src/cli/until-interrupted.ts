/**
 * Resolves on Ctrl-C or when the system asks the process to end, so that what is open can be closed in order. The same
 * signal often arrives twice, from the terminal and through a launcher; a second one a moment later is somebody who
 * does not want to wait.
 */
export async function untilInterrupted(): Promise<void> {
  await new Promise<void>((resolve) => {
    let first: number | undefined;
    const onSignal = (): void => {
      first ??= performance.now();
      if (performance.now() - first > IMPATIENT_MILLISECONDS) process.exit(2);
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.removeAllListeners(signal);
      process.on(signal, onSignal);
    }
  });
}

const IMPATIENT_MILLISECONDS = 500;
