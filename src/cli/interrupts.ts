import { abandonReplacements } from '../store/files.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SECOND_SIGNAL_MILLISECONDS = 500;

let react = clearUpAndExit;

/**
 * From now on Ctrl-C and similar signals leave no partly written files. There is one listener for the life of the
 * process: a signal that arrived while one listener was exchanged for another would be lost, and the process would
 * never end.
 */
export function listenForInterrupts(): void {
  for (const signal of SIGNALS) process.on(signal, () => react());
}

/**
 * For commands that serve: resolves on an interrupt, so that resources can be closed in order. Call it before
 * announcing readiness. The same signal often arrives twice, from the terminal and through a launcher; a second one a
 * moment later means: do not wait.
 */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    react = () => {
      first ??= performance.now();
      if (performance.now() - first > SECOND_SIGNAL_MILLISECONDS) process.exit(2);
      resolve();
    };
  });
}

function clearUpAndExit(): void {
  abandonReplacements();
  process.stderr.write('\nassay: interrupted; existing files are unchanged.\n');
  process.exit(2);
}
