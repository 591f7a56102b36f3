import { readlinkSync } from 'node:fs';
import { Fault } from '../../../fault/fault.ts';

/** Long enough for a person at a debugger; the usual limit of an attempt would end it in the middle of a step. */
export const ATTACHED_MILLISECONDS = 12 * 3_600_000;

/** A debugger can only reach a process without isolation. */
export function requireNoIsolation(unsafe: boolean): void {
  if (unsafe) return;
  throw new Fault('USAGE', {
    message: '--attach needs --unsafe-no-isolation: a debugger cannot reach into the sandbox.',
    remedy: 'Add --unsafe-no-isolation, for your own agent only.',
  });
}

/** How to stop an agent in a debugger. Its standard input is empty, so a plain `breakpoint()` ends immediately. */
export function attachText(terminal: string): string {
  return `To debug, put one of these where the agent should stop. Remove it before you submit: the arena rejects it.

  pdb in this terminal:
    import pdb; pdb.Pdb(stdin=open("${terminal}"), stdout=open("${terminal}", "w")).set_trace()

  an editor that supports debugpy (attach to 127.0.0.1, port 5678):
    import sys; sys.path.append("FOLDER"); import debugpy
    debugpy.listen(("127.0.0.1", 5678)); debugpy.wait_for_client(); debugpy.breakpoint()
  FOLDER is what this prints: python3 -c "import debugpy; print(debugpy.__path__[0].rpartition('/')[0])"

Attempts run one at a time, without the rules for agents and without a time limit.
`;
}

/** The terminal of this process; `/dev/tty` when it cannot be determined. */
export function ownTerminal(): string {
  try {
    const path = readlinkSync('/proc/self/fd/0');
    return path.startsWith('/dev/') && path !== '/dev/null' ? path : '/dev/tty';
  } catch {
    return '/dev/tty';
  }
}
