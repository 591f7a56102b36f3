import { abandonReplacements } from '../store/files.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SECOND_SIGNAL_MILLISECONDS = 500;

let react = clearUpAndExit;

/**
 * From now on Ctrl-C and its relatives leave no half-written files behind. There is one listener for the life of the
 * process: a signal that arrives while one listener is exchanged for another is lost, and the process never ends.
 */
export function listenForInterrupts(): void {
  for (const signal of SIGNALS) process.on(signal, () => react());
}

/**
 * For commands that serve: resolves on an interrupt, so that what is open can be closed in order. Ask before saying that
 * one is ready. The same signal often arrives twice, from the terminal and through a launcher; a second one a moment
 * later means: do not wait.
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
