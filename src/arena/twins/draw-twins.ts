import type { Random } from '../../random/random.ts';

export interface Classed {
  readonly category: string;
  readonly difficulty: string;
}

export interface TwinCandidate extends Classed {
  readonly set_id: string;
  readonly problem_id: string;
  /** How many versions have been given it. */
  readonly uses: number;
}

/** Problems are drawn and compared within one class. */
export function difficultyClass({ category, difficulty }: Classed): string {
  return `${category} ${difficulty}`;
}

/**
 * Draws twins for one version. Each has the class of a public problem drawn at random, so that both groups are alike.
 * Twins that fewer versions have been given come first. Returns fewer than `count` if a class has none left.
 */
export function drawTwins(
  problems: readonly Classed[],
  candidates: readonly TwinCandidate[],
  count: number,
  random: Random,
): readonly TwinCandidate[] {
  const shuffled = random.sample(candidates, candidates.length).toSorted((left, right) => left.uses - right.uses);
  const pools = Map.groupBy(shuffled, difficultyClass);
  const drawn: TwinCandidate[] = [];
  for (const problem of random.sample(problems, problems.length)) {
    if (drawn.length >= count) break;
    const twin = pools.get(difficultyClass(problem))?.shift();
    if (twin !== undefined) drawn.push(twin);
  }
  return drawn;
}
