import type { VersionProblemsWire } from '../../../../src/board/wire.ts';
import { mean } from '../../../../src/statistics/mean.ts';
import { meanBootstrap } from '../../../../src/statistics/mean-bootstrap.ts';
import { type Cell, problemMatrix } from '../agent/problem-matrix.ts';

type Problem = VersionProblemsWire['problems'][number];

/** Results of a version's counted runs on one problem. */
export interface Outcome {
  readonly solved: number;
  readonly runs: number;
}

export interface PairedProblem {
  readonly problemId: string;
  readonly category: string;
  readonly left: Outcome;
  readonly right: Outcome;
  /** One run of each to compare: preferably runs with different results, by the same validator if possible. */
  readonly leftRun: string;
  readonly rightRun: string;
}

export interface PairSummary {
  readonly problems: number;
  /** Number of problems that this side solved in a larger share of its runs than the other. */
  readonly leftAhead: number;
  readonly rightAhead: number;
  readonly bothSolved: number;
  readonly neitherSolved: number;
  /** Mean over problems of the left share of solved runs minus the right share. */
  readonly difference: number;
  /** Null with too few problems: resampling a handful gives intervals that are far too narrow. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** Problems with counted results of both versions, in the order of the left. */
export function pairResults(left: readonly Problem[], right: readonly Problem[]): readonly PairedProblem[] {
  const others = new Map(settledCells(right).map((row) => [row.problemId, row]));
  return settledCells(left).flatMap(({ problemId, category, cells }) => {
    const other = others.get(problemId);
    if (other === undefined) return [];
    const [leftRun, rightRun] = chooseRuns(cells, other.cells);
    return [{ problemId, category, left: outcomeOf(cells), right: outcomeOf(other.cells), leftRun, rightRun }];
  });
}

/** -1 to 1: how much more often the left version solved it. */
export function leadOf({ left, right }: PairedProblem): number {
  return left.solved / left.runs - right.solved / right.runs;
}

export const FEWEST_PROBLEMS = 5;

/** `null` if there is no shared problem. */
export function sumUpPairs(pairs: readonly PairedProblem[]): PairSummary | null {
  if (pairs.length === 0) return null;
  const leads = pairs.map(leadOf);
  return {
    problems: pairs.length,
    leftAhead: leads.filter((lead) => lead > 0).length,
    rightAhead: leads.filter((lead) => lead < 0).length,
    bothSolved: pairs.filter(({ left, right }) => left.solved === left.runs && right.solved === right.runs).length,
    neitherSolved: pairs.filter(({ left, right }) => left.solved === 0 && right.solved === 0).length,
    difference: mean(leads),
    interval: pairs.length < FEWEST_PROBLEMS ? null : meanBootstrap(leads, 1),
  };
}

interface Settled {
  readonly validator: string;
  readonly runId: string;
  readonly isSolved: boolean;
}

interface SettledProblem {
  readonly problemId: string;
  readonly category: string;
  readonly cells: readonly Settled[];
}

function settledCells(problems: readonly Problem[]): readonly SettledProblem[] {
  const { validators, rows } = problemMatrix(problems);
  return rows.flatMap(({ problemId, category, cells }) => {
    const settled = cells.flatMap((cell, place) => settledCell(cell, validators[place]!));
    return settled.length === 0 ? [] : [{ problemId, category, cells: settled }];
  });
}

function settledCell({ kind, runId, isIncluded }: Cell, validator: string): readonly Settled[] {
  const isSettled = kind === 'solved' || kind === 'failed' || kind === 'out of time';
  return isSettled && isIncluded && runId !== undefined ? [{ validator, runId, isSolved: kind === 'solved' }] : [];
}

function outcomeOf(cells: readonly Settled[]): Outcome {
  return { solved: cells.filter(({ isSolved }) => isSolved).length, runs: cells.length };
}

function chooseRuns(left: readonly Settled[], right: readonly Settled[]): readonly [string, string] {
  const pairs = left.flatMap((one) => right.map((other) => ({ one, other, worth: differenceSize(one, other) })));
  const { one, other } = pairs.reduce((best, pair) => (pair.worth > best.worth ? pair : best));
  return [one.runId, other.runId];
}

function differenceSize(one: Settled, other: Settled): number {
  return (one.isSolved === other.isSolved ? 0 : 2) + (one.validator === other.validator ? 1 : 0);
}
