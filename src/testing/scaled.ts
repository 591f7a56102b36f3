import { machineFactor } from './machine-factor.ts';

/**
 * Scales a time limit that is enough on an idle machine to this machine. For timeouts of tests and hooks and for
 * polling deadlines, never for assertions.
 *
 * @example it('builds a large market', { timeout: scaled(60_000) }, async () => { … });
 */
export function scaled(milliseconds: number): number {
  return Math.ceil(milliseconds * machineFactor());
}
