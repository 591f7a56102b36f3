import type { ArenaOverviewWire } from '../../../../src/board/wire.ts';

/** Whether the arena has an active suite; `unknown` until it has answered. */
export type SuiteState = 'unknown' | 'none' | 'active';

/** An arena that cannot say it, such as an older one, probably has a suite. */
export function suiteStateOf(arena: Pick<ArenaOverviewWire, 'suite'> | undefined, isError: boolean): SuiteState {
  if (arena === undefined) return isError ? 'active' : 'unknown';
  return arena.suite === null ? 'none' : 'active';
}

/** What a page shows in place of a race or a window when there is no active suite. */
export const NO_SUITE = 'Qualifying begins when the operator activates a suite of problems. The first race follows.';
