import type { JsonValue } from '../../store/database.ts';
import { areScoresPublic, type RaceState } from '../race/race-state.ts';
import type { Phase } from '../tables/arena-tables.ts';

interface Viewer {
  readonly hotkey: string | null;
  readonly isAdmin: boolean;
}

export interface RunState {
  readonly phase: Phase;
  /** State of the race it was run for; null for qualifying. */
  readonly race_state: RaceState | null;
  /** Null while other validators may still run the same version. */
  readonly closed_at: number | null;
  /** Hotkey of the contestant. */
  readonly miner_hotkey: string;
  /** When the version's code became public. */
  readonly released_at: number | null;
}

export interface RunDisclosure {
  /**
   * `all` numbers that the validator sent, the `totals` of a race, or `none`. An agent can encode a hidden query in
   * every number that it influences, so a race shows only the numbers that decide it.
   */
  readonly scores: 'all' | 'totals' | 'none';
  /** Evidence and the judge's text. */
  readonly logs: boolean;
}

/** What a viewer may see of a run. The owner of a version sees no more of its races than anyone else. */
export function discloseRun(run: RunState, viewer: Viewer): RunDisclosure {
  if (viewer.isAdmin) return { scores: 'all', logs: true };
  if (run.phase === 'RACE') {
    const isOver = run.race_state !== null && areScoresPublic(run.race_state);
    return { scores: isOver ? 'totals' : 'none', logs: false };
  }
  if (viewer.hotkey === run.miner_hotkey) return { scores: 'all', logs: true };
  // A validator that could read the results of others would not have to run anything.
  const isClosed = run.closed_at !== null;
  return { scores: isClosed ? 'all' : 'none', logs: isClosed && run.released_at !== null };
}

export interface RunWithTwins extends RunState {
  /** Whether hidden problems were run together with the public ones. */
  readonly has_twins: boolean;
}

/**
 * Which texts of a run may be shown: error output and the validator's sentences, only error output of public problems,
 * or none.
 */
export type MessageDisclosure = 'all' | 'public_problems' | 'none';

/** An agent can print a twin, and a validator's sentence can quote that output, so the owner sees neither. */
export function discloseMessages(run: RunWithTwins, viewer: Viewer): MessageDisclosure {
  if (viewer.isAdmin) return 'all';
  if (run.phase === 'RACE' || viewer.hotkey !== run.miner_hotkey) return 'none';
  return run.has_twins ? 'public_problems' : 'all';
}

export interface ProblemState extends RunState {
  readonly isDrawRevealed: boolean;
  /** Never drawn for a race again. */
  readonly isRetired: boolean;
  readonly isSuitePublic: boolean;
  /** Retired, and neither in an active or future suite nor in work that is still open. */
  readonly isOutOfUse: boolean;
}

export interface ProblemDisclosure {
  /** Its id and category. */
  readonly isListed: boolean;
  /** `each`: results of this problem. `totals`: only sums over the problems of the race. */
  readonly results: 'each' | 'totals' | 'none';
  /** Evidence and the judge's text about it. */
  readonly logs: boolean;
  readonly query: boolean;
  readonly answerKey: boolean;
}

/** What a viewer may see of a problem that a version was run on. */
export function discloseProblem(problem: ProblemState, viewer: Viewer): ProblemDisclosure {
  const { scores, logs } = discloseRun(problem, viewer);
  if (viewer.isAdmin) return { isListed: true, results: 'each', logs, query: true, answerKey: true };
  if (problem.phase === 'RACE') {
    const isListed = scores !== 'none' && problem.isDrawRevealed;
    const results = !isListed ? 'none' : problem.isRetired ? 'each' : 'totals';
    return { isListed, results, logs, query: false, answerKey: false };
  }
  const isListed = problem.isSuitePublic || viewer.hotkey === problem.miner_hotkey;
  const results = isListed && scores === 'all' ? 'each' : 'none';
  const answerKey = problem.isSuitePublic && problem.isOutOfUse;
  return { isListed, results, logs, query: problem.isSuitePublic, answerKey };
}

/**
 * The time at which a problem is done reveals how long the agent took, so the progress of a race run is not published.
 */
export function isProgressPublic(phase: Phase): boolean {
  return phase === 'QUALIFYING';
}

/** An agent controls how much memory it uses, so the load of a validator is not published while it holds a race run. */
export function isLoadPublic(phase: Phase): boolean {
  return phase === 'QUALIFYING';
}

/**
 * The components of a race score. The other means (format, fields, ground truth) have many digits, which could encode
 * data.
 */
const RACE_TOTALS: ReadonlySet<string> = new Set([
  'success_rate',
  'total_problems',
  'successful_problems',
  'scored_problems',
  'reasoning_quality',
  'reasoning_coefficient',
]);

/** The numbers of a validator's report that the viewer may see. */
export function publicComponents(
  components: Readonly<Record<string, JsonValue>> | null,
  scores: RunDisclosure['scores'],
): Record<string, number> | null {
  if (components === null || scores === 'none') return null;
  const numbers = Object.entries(components).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return Object.fromEntries(scores === 'all' ? numbers : numbers.filter(([name]) => RACE_TOTALS.has(name)));
}
