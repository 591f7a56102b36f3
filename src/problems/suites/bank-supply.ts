import type { Problem } from '../problem.ts';
import { type Exposure, exposurePolicyIn, foldExposure } from './exposure.ts';
import type { OpenedBank } from './open-bank.ts';
import { readPendingDraws } from './pending-draws.ts';
import { type ProblemSupply, racesLeft } from './races-left.ts';
import { readBank } from './read-bank.ts';
import { restingProblems } from './resting-problems.ts';

/** Problems of a bank that are still available for races and public suites. */
export interface BankSupply {
  readonly problems: number;
  /** May be drawn for races. */
  readonly drawable: readonly Problem[];
  /** For each drawable problem: how often it can still be drawn, and for how many races it is paused first. */
  readonly drawsLeft: ReadonlyMap<string, ProblemSupply>;
  readonly restRaces: number;
  /**
   * Retired problems that can go into a public suite: every draw revealed, in no public suite yet, not sealed, not in a
   * pending draw, and not retired by an admin for a fault.
   */
  readonly spent: readonly Problem[];
  /** Drawable problems that are not in a pending draw or its pool, and in no public suite. */
  readonly free: readonly Problem[];
}

export async function readSupply(bank: OpenedBank): Promise<BankSupply> {
  const { folder, records, state } = bank;
  const pending = readPendingDraws(folder, state);
  const policy = exposurePolicyIn(records);
  const exposure = foldExposure(records, { pending: pending.problems, policy });
  const resting = restingProblems(records, exposure, policy.restRaces);
  const faulty = new Set(
    records.flatMap((record) => (record.kind === 'retired' && record.cause === undefined ? record.problem_ids : [])),
  );
  const held = new Set([...pending.problems.values(), ...pending.pools.values()].flat());
  const recorded = Array.from((await readBank(folder, state)).problems.values()).filter((entry) => entry.recorded);
  const known = recorded.map(({ problem }) => ({ problem, is: exposure.get(problem.id)! }));
  const drawable = known.filter(({ is }) => is.retiredAt === undefined && !is.sealed);
  const isOpen = ({ problem }: { readonly problem: Problem }) => state.open.has(problem.id);
  return {
    problems: recorded.length,
    drawable: drawable.map(({ problem }) => problem),
    drawsLeft: new Map(
      drawable.map(({ problem, is }) => [
        problem.id,
        { draws: policy.retireAfterDraws - is.draws.length, resting: resting.get(problem.id) ?? 0 },
      ]),
    ),
    restRaces: policy.restRaces,
    spent: known
      .filter((each) => each.is.retiredAt !== undefined && isRevealed(each.is) && !each.is.sealed && !isOpen(each))
      .filter(({ problem }) => !faulty.has(problem.id) && !held.has(problem.id))
      .map(({ problem }) => problem),
    free: drawable.filter((each) => !held.has(each.problem.id) && !isOpen(each)).map(({ problem }) => problem),
  };
}

function isRevealed({ draws }: Exposure): boolean {
  return draws.every(({ revealedAt }) => revealedAt !== undefined);
}

export function racesLeftIn(
  { drawsLeft, restRaces }: BankSupply,
  raceProblems: number,
  without: ReadonlySet<string> = new Set(),
) {
  const left = [...drawsLeft].filter(([id]) => !without.has(id)).map(([, draws]) => draws);
  return racesLeft(left, raceProblems, restRaces);
}
