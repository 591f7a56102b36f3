import { Random } from '../../random/random.ts';
import { mean } from '../../statistics/mean.ts';
import { upperMedian } from '../../statistics/quantile.ts';
import type { Candidate } from './candidate.ts';

export type Pools<Name extends string> = ReadonlyMap<Name, readonly Candidate[]>;

export interface ChoiceOptions {
  /** Maximum rows per problem in an arm. */
  readonly perProblem: number;
  /**
   * Largest share of an arm's rows from one program. With few programs, the limit is at least an equal share for
   * each.
   */
  readonly mostOfOne: number;
  readonly seed: number;
}

/**
 * Chooses rows for every arm: the same problems, the same number of rows per problem, and numbers of calls as equal
 * as the pools allow.
 *
 * Only problems for which every arm has rows are used. If the limit per program leaves an arm without a row for a
 * problem, all arms lose that problem. The limit is a share of the remaining rows, so this is repeated until every
 * arm is full.
 */
export function chooseEqualRows<Name extends string>(
  pools: Pools<Name>,
  options: ChoiceOptions,
): ReadonlyMap<Name, readonly Candidate[]> {
  const arms = new Map([...pools].map(([name, pool], place) => [name, armOf(pool, options.seed + place)]));
  const slots = commonSlots([...arms.values()], options.perProblem);
  const calls = commonCalls([...arms.values()], slots.keys());
  for (;;) {
    const filled = new Map([...arms].map(([name, arm]) => [name, fill(arm, slots, calls, options.mostOfOne)]));
    let isFull = true;
    for (const rows of filled.values()) {
      for (const [problem, wanted] of slots) {
        const has = rows.get(problem)?.length ?? 0;
        if (has >= wanted) continue;
        isFull = false;
        if (has === 0) slots.delete(problem);
        else slots.set(problem, has);
      }
    }
    if (isFull) return new Map([...filled].map(([name, rows]) => [name, [...rows.values()].flat()]));
  }
}

interface ArmPool {
  /** By problem. The order of each list is drawn from the seed. */
  readonly byProblem: ReadonlyMap<string, readonly Candidate[]>;
  readonly programs: number;
}

function armOf(pool: readonly Candidate[], seed: number): ArmPool {
  const known = pool.toSorted((left, right) => (left.row.id < right.row.id ? -1 : 1));
  const drawn = new Random(seed).sample(known, known.length);
  return {
    byProblem: Map.groupBy(drawn, ({ problem }) => problem),
    programs: new Set(pool.map(({ program }) => program)).size,
  };
}

function commonSlots(arms: readonly ArmPool[], perProblem: number): Map<string, number> {
  const [first, ...others] = arms;
  const problems = [...(first?.byProblem.keys() ?? [])].sort();
  return new Map(
    problems.flatMap((problem): [string, number][] => {
      const rows = [first!, ...others].map(({ byProblem }) => byProblem.get(problem)?.length ?? 0);
      const least = Math.min(perProblem, ...rows);
      return least === 0 ? [] : [[problem, least]];
    }),
  );
}

/** Target number of calls per row of a problem: the median of the arms' means, without arms that have no calls. */
function commonCalls(arms: readonly ArmPool[], problems: Iterable<string>): ReadonlyMap<string, number> {
  return new Map(
    [...problems].map((problem) => {
      const means = arms.map(({ byProblem }) => meanCalls(byProblem.get(problem)!)).filter((calls) => calls > 0);
      return [problem, upperMedian(means) ?? 0];
    }),
  );
}

function meanCalls(rows: readonly Candidate[]): number {
  return mean(rows.map(({ calls }) => calls));
}

function fill(
  { byProblem, programs }: ArmPool,
  slots: ReadonlyMap<string, number>,
  calls: ReadonlyMap<string, number>,
  mostOfOne: number,
): ReadonlyMap<string, readonly Candidate[]> {
  const total = [...slots.values()].reduce((sum, rows) => sum + rows, 0);
  const limit = Math.max(1, Math.floor(Math.max(mostOfOne, 1 / programs) * total));
  const ofProgram = new Map<string, number>();
  const ofSource = new Map<string, number>();
  const count = (counts: ReadonlyMap<string, number>, name: string): number => counts.get(name) ?? 0;
  const choices = (problem: string): number => new Set(byProblem.get(problem)!.map(({ program }) => program)).size;
  // Problems solved by few programs come first: they have no alternative once a program has reached its limit.
  const order = [...slots.keys()].toSorted((left, right) => choices(left) - choices(right));
  const taken = new Map<string, Candidate[]>();
  for (const problem of order) {
    const rows: Candidate[] = [];
    while (rows.length < slots.get(problem)!) {
      const free = byProblem
        .get(problem)!
        .filter((each) => !rows.includes(each) && count(ofProgram, each.program) < limit);
      const distance = (each: Candidate): number => (each.calls === 0 ? 0 : Math.abs(each.calls - calls.get(problem)!));
      const [best] = free.toSorted(
        (left, right) =>
          count(ofSource, left.source) - count(ofSource, right.source) ||
          distance(left) - distance(right) ||
          count(ofProgram, left.program) - count(ofProgram, right.program),
      );
      if (best === undefined) break;
      rows.push(best);
      ofProgram.set(best.program, count(ofProgram, best.program) + 1);
      ofSource.set(best.source, count(ofSource, best.source) + 1);
    }
    taken.set(problem, rows);
  }
  return taken;
}
