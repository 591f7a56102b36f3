import type { ProblemState } from '../../arena/secrecy.ts';
import type { VisibleProblem } from './visible-problems.ts';

interface Subject {
  readonly hotkey: string;
  readonly released_at: number | null;
}

/** A row of `visibleProblems` as the disclosure policy reads it. */
export function problemState(row: VisibleProblem, version: Subject, retired: ReadonlySet<string>): ProblemState {
  return {
    phase: row.phase,
    race_state: row.race_state,
    closed_at: row.closed_at,
    miner_hotkey: version.hotkey,
    released_at: version.released_at,
    isDrawRevealed: Boolean(row.is_draw_revealed),
    isRetired: retired.has(row.source_id),
    isSuitePublic: row.is_public,
  };
}
