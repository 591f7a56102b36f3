import { Random } from '../../random/random.ts';
import type { SftRow } from '../rows/training-row.ts';
import type { Candidate } from './candidate.ts';

export interface TokenOptions {
  readonly tokens: number;
  readonly mostOfOne: number;
  readonly seed: number;
}

/** Limits how often a row is repeated. An arm that would need more stays short, and its manifest entry shows it. */
const MOST_ROUNDS = 20;
/** With fewer rows than this, the share of a program is not meaningful. */
const FEW_ROWS = 10;

/**
 * Adds whole rows up to a number of trainable tokens: `first`, then round by round other rows of the same problems.
 * When a problem has no other rows, its rows are repeated. Arms with short rows get more of them, so that all arms
 * train on the same amount of text.
 */
export function fillToTokens(
  first: readonly Candidate[],
  pool: readonly Candidate[],
  { tokens, mostOfOne, seed }: TokenOptions,
): readonly Candidate[] {
  const random = new Random(seed);
  const programs = new Set(pool.map(({ program }) => program)).size;
  const share = Math.max(mostOfOne, 1 / programs);
  const known = pool.toSorted((left, right) => (left.row.id < right.row.id ? -1 : 1));
  const byProblem = Map.groupBy(random.sample(known, known.length), ({ problem }) => problem);
  const problems = random.sample([...new Set(first.map(({ problem }) => problem))].sort(), Infinity);
  const uses = new Map(first.map(({ row }) => [row.id, 1]));
  const usesOf = ({ row }: Candidate): number => uses.get(row.id) ?? 0;
  const ofProgram = new Map<string, number>();
  const taken: Candidate[] = [];
  let left = tokens;
  const take = (each: Candidate): void => {
    taken.push(repeated(each, usesOf(each)));
    ofProgram.set(each.program, (ofProgram.get(each.program) ?? 0) + 1);
    left -= each.tokens;
  };
  for (const each of first) if (each.tokens <= left) take(each);
  for (let round = 1, grew = true; grew && round < MOST_ROUNDS; round++) {
    grew = false;
    for (const problem of problems) {
      const most = share * Math.max(FEW_ROWS, taken.length + 1);
      const [next] = byProblem
        .get(problem)!
        .filter((each) => each.tokens <= left && (ofProgram.get(each.program) ?? 0) + 1 <= most)
        .toSorted((one, other) => usesOf(one) - usesOf(other));
      if (next === undefined) continue;
      uses.set(next.row.id, usesOf(next) + 1);
      take(next);
      grew = true;
    }
  }
  return taken;
}

/** Gives a repeated row a new id, because ids are unique within a file. */
function repeated(candidate: Candidate, use: number): Candidate {
  if (use === 1) return candidate;
  const row: SftRow = { ...candidate.row, id: `${candidate.row.id}:${use}` };
  return { ...candidate, row, use };
}
