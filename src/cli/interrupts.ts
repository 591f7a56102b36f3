import { abandonReplacements } from '../store/files.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SECOND_SIGNAL_MILLISECONDS = 500;

type Signal = (typeof SIGNALS)[number];

let react: (signal: Signal) => void = clearUpAndEnd;

/**
 * From now on Ctrl-C and similar signals leave no partly written files. There is one listener for the life of the
 * process: a signal that arrived while one listener was exchanged for another would be lost, and the process would
 * never end.
 */
export function listenForInterrupts(): void {
  for (const signal of SIGNALS) process.on(signal, () => react(signal));
}

/**
 * For commands that serve: resolves on an interrupt, so that resources can be closed in order. Call it before
 * announcing readiness. The same signal often arrives twice, from the terminal and through a launcher; a second one a
 * moment later means: do not wait.
 */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    react = (signal) => {
      first ??= performance.now();
      if (performance.now() - first > SECOND_SIGNAL_MILLISECONDS) endBy(signal);
      resolve();
    };
  });
}

function clearUpAndEnd(signal: Signal): void {
  abandonReplacements();
  process.stderr.write('\nassay: interrupted; existing files are unchanged.\n');
  endBy(signal);
}

/**
 * Ends the process by the signal itself, so that shells and scripts see that it was interrupted. `process.exit` would
 * wait for worker threads, and Node sometimes waits forever for busy ones.
 */
function endBy(signal: Signal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
