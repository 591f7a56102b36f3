import { ARENA_CATEGORIES, type ArenaCategory, type Difficulty } from '../problem.ts';
import type { Exposure } from './exposure.ts';
import type { LedgerState } from './ledger-state.ts';
import type { BankProblem } from './read-bank.ts';

interface BankCell {
  readonly category: ArenaCategory;
  readonly difficulty: Difficulty;
  readonly problems: number;
  /** Problems that are not retired. */
  readonly drawable: number;
}

export interface BankStatistics {
  readonly problems: number;
  readonly drawable: number;
  readonly retired: number;
  readonly everDrawn: number;
  readonly unrecorded: number;
  readonly suites: number;
  readonly sealedSets: number;
  readonly racesCommitted: number;
  readonly racesRevealed: number;
  readonly cells: readonly BankCell[];
}

const DIFFICULTIES: readonly Difficulty[] = ['easy', 'medium', 'hard'];

export function bankStatistics(
  bank: Iterable<BankProblem>,
  state: LedgerState,
  exposure: ReadonlyMap<string, Exposure>,
): BankStatistics {
  const all = [...bank];
  const recorded = all.filter((entry) => entry.recorded).map((entry) => entry.problem);
  const retired = recorded.filter(({ id }) => exposure.get(id)?.retiredAt !== undefined);
  const isRetired = new Set(retired.map(({ id }) => id));
  const cells = ARENA_CATEGORIES.flatMap((category) =>
    DIFFICULTIES.map((difficulty): BankCell => {
      const inside = recorded.filter((problem) => problem.category === category && problem.difficulty === difficulty);
      const drawable = inside.filter(({ id }) => !isRetired.has(id)).length;
      return { category, difficulty, problems: inside.length, drawable };
    }),
  );
  const suites = [...state.suites.values()];
  const draws = [...state.draws.values()];
  return {
    problems: recorded.length,
    drawable: recorded.length - retired.length,
    retired: retired.length,
    everDrawn: recorded.filter(({ id }) => (exposure.get(id)?.draws.length ?? 0) > 0).length,
    unrecorded: all.length - recorded.length,
    suites: suites.length,
    sealedSets: suites.filter((suite) => suite.sealed).length,
    racesCommitted: draws.length,
    racesRevealed: draws.filter((draw) => draw.revealed !== undefined).length,
    cells,
  };
}
