import type { ValidatorResultWire, VersionProblemsWire } from '../../../../src/board/wire.ts';
import { failureOf, failureText } from '../../parts/failure-of.ts';

type Problem = VersionProblemsWire['problems'][number];

export type CellKind = 'solved' | 'failed' | 'out of time' | 'skipped' | 'running' | 'pending';

export interface Cell {
  readonly kind: CellKind;
  /** The run shown; undefined if there is none yet. */
  readonly runId: string | undefined;
  /** False for a run that does not count; it is still shown. */
  readonly isIncluded: boolean;
  readonly reason: string | undefined;
}

export interface MatrixRow {
  readonly problemId: string;
  readonly category: string;
  /** One per validator, in the order of the validators. */
  readonly cells: readonly Cell[];
  /** Some validators report it solved and others do not. */
  readonly disagrees: boolean;
}

export interface Matrix {
  readonly validators: readonly string[];
  readonly rows: readonly MatrixRow[];
}

const KINDS: Readonly<Record<ValidatorResultWire['status'], CellKind>> = {
  SUCCESS: 'solved',
  FAILED: 'failed',
  TIMED_OUT: 'out of time',
  SKIPPED: 'skipped',
  RUNNING: 'running',
  PENDING: 'pending',
};

const PENDING: Cell = { kind: 'pending', runId: undefined, isIncluded: false, reason: undefined };

/**
 * Each validator's result on each problem. If a validator ran a version several times, the run that counts is shown,
 * else its newest. A problem that appears in several rounds is one row.
 */
export function problemMatrix(problems: readonly Problem[]): Matrix {
  const byProblem = Map.groupBy(problems, ({ problem_id }) => problem_id);
  const results = problems.flatMap(({ validator_results }) => validator_results);
  const validators = [...new Set(results.map(({ validator_hotkey }) => validator_hotkey))].toSorted();
  const rows = Array.from(byProblem, ([problemId, rounds]): MatrixRow => {
    const found = Map.groupBy(
      rounds.flatMap(({ validator_results }) => validator_results),
      ({ validator_hotkey }) => validator_hotkey,
    );
    const cells = validators.map((hotkey) => cellOf(found.get(hotkey) ?? []));
    return { problemId, category: rounds[0]!.category, cells, disagrees: disagree(cells) };
  });
  return { validators, rows };
}

function cellOf(results: readonly ValidatorResultWire[]): Cell {
  const newestFirst = results.toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
  const shown = newestFirst.find(({ is_included }) => is_included) ?? newestFirst[0];
  if (shown === undefined) return PENDING;
  const failure = failureOf(shown);
  return {
    kind: KINDS[shown.status],
    runId: shown.eval_run_id,
    isIncluded: shown.is_included,
    reason: failure === null ? undefined : failureText(failure),
  };
}

function disagree(cells: readonly Cell[]): boolean {
  const counted = cells.filter(({ isIncluded }) => isIncluded);
  const settled = counted.filter(({ kind }) => kind === 'solved' || kind === 'failed' || kind === 'out of time');
  return new Set(settled.map(({ kind }) => kind === 'solved')).size > 1;
}

export interface CategoryTally {
  readonly category: string;
  readonly problems: number;
  /** Problems solved by every validator whose run counts. */
  readonly solved: number;
  readonly disagreed: number;
}

export function tallyByCategory({ rows }: Matrix): CategoryTally[] {
  return Array.from(
    Map.groupBy(rows, ({ category }) => category),
    ([category, own]) => ({
      category,
      problems: own.length,
      solved: own.filter(({ cells }) => solvedByAll(cells)).length,
      disagreed: own.filter(({ disagrees }) => disagrees).length,
    }),
  ).toSorted((one, other) => (one.category < other.category ? -1 : 1));
}

function solvedByAll(cells: readonly Cell[]): boolean {
  const counted = cells.filter(({ isIncluded }) => isIncluded);
  return counted.length > 0 && counted.every(({ kind }) => kind === 'solved');
}
