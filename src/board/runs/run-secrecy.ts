import { areScoresPublic, type RaceState } from '../../arena/race.ts';
import type { Phase } from '../../arena/tables.ts';
import type { Viewer } from '../viewer.ts';

/** What decides who may see what of a run. */
export interface SecretRun {
  readonly phase: Phase;
  /** Of the race it was run for; null for qualifying. */
  readonly race_state: RaceState | null;
  /** Null as long as other validators may still run the same. */
  readonly closed_at: number | null;
  /** The contestant's. */
  readonly miner_hotkey: string;
  /** When the version's code became public. */
  readonly released_at: number | null;
}

/**
 * Scores and all that gives them away. A race that was called off never publishes its own. In qualifying they wait until
 * enough validators have run the version: one that could see what the others found need not run anything itself.
 */
export function seesScores(viewer: Viewer, { phase, race_state, closed_at, miner_hotkey }: SecretRun): boolean {
  if (viewer.isAdmin) return true;
  if (phase === 'QUALIFYING') return closed_at !== null || viewer.hotkey === miner_hotkey;
  return race_state !== null && areScoresPublic(race_state);
}

/** What the sandbox printed and what the validator wrote: in a race both may quote problems that are drawn again. */
export function readsMessages(viewer: Viewer, { phase, miner_hotkey }: SecretRun): boolean {
  return viewer.isAdmin || (phase === 'QUALIFYING' && viewer.hotkey === miner_hotkey);
}

/**
 * Logs and the judge's words. With the code everything it did in qualifying is public, once nobody runs it any more: logs
 * hold verdicts. What it did in races never is.
 */
export function readsLogs(viewer: Viewer, run: SecretRun): boolean {
  if (readsMessages(viewer, run)) return true;
  return run.phase === 'QUALIFYING' && run.released_at !== null && run.closed_at !== null;
}
