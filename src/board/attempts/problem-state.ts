import type { ProblemState } from '../../arena/secrecy.ts';
import type { ProblemRow } from './problem-rows.ts';

interface Subject {
  readonly hotkey: string;
  readonly released_at: number | null;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Converts a row of `problemRows` to the input of the disclosure policy. `outOfUse` is for views that may show an
 * answer.
 */
export function problemState(
  row: Omit<ProblemRow, 'race_id'>,
  version: Subject,
  retired: ReadonlySet<string>,
  outOfUse: ReadonlySet<string> = NONE,
): ProblemState {
  return {
    phase: row.phase,
    race_state: row.race_state,
    closed_at: row.closed_at,
    miner_hotkey: version.hotkey,
    released_at: version.released_at,
    isDrawRevealed: Boolean(row.is_draw_revealed),
    isRetired: retired.has(row.source_id),
    isSuitePublic: row.is_public,
    isOutOfUse: outOfUse.has(row.source_id),
  };
}
