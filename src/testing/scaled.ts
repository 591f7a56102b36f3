import { machineFactor } from './machine-factor.ts';

/**
 * A time limit for this machine, from the one that is enough on a quiet one. For the limits of tests and hooks and for
 * deadlines of polling, never for what a test asserts.
 *
 * @example it('builds a large market', { timeout: scaled(60_000) }, async () => { … });
 */
export function scaled(milliseconds: number): number {
  return Math.ceil(milliseconds * machineFactor());
}
