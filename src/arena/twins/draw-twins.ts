import type { Random } from '../../random/random.ts';

export interface Classed {
  readonly category: string;
  readonly difficulty: string;
}

export interface TwinCandidate extends Classed {
  readonly set_id: string;
  readonly problem_id: string;
  /** How many versions have met it. */
  readonly uses: number;
}

/** Problems of one class are drawn and compared with each other. */
export function difficultyClass({ category, difficulty }: Classed): string {
  return `${category} ${difficulty}`;
}

/**
 * Twins for one version: each is of the class of a public problem drawn at random, so that both groups are alike. Those that
 * fewer versions have met come first. Fewer than asked for where a class has none left.
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
