import { Random } from '../../random/random.ts';
import { arenaPolicySchema } from '../arena-policy.ts';
import { compareTwins, type ProblemOutcome } from '../twins/compare-twins.ts';

export interface SimulatedVersion {
  /** Probability of solving a problem that it has not memorised, by difficulty. */
  readonly skill: readonly [easy: number, medium: number, hard: number];
  /** Share of public problems whose answer it has memorised. */
  readonly memorised: number;
  /** Probability that a validator's outcome differs from the others on the same problem. */
  readonly noise: number;
}

const CATEGORIES = ['product', 'shop', 'voucher'];

/** Share of such versions that the first comparison marks: 30 public problems, three validators. */
export function markedShare(version: SimulatedVersion, twins: number, versions: number, seed: number): number {
  const { twins: policy } = arenaPolicySchema.parse({});
  const random = new Random(seed);
  let marked = 0;
  for (let each = 0; each < versions; each++) {
    const problems = Array.from({ length: 30 }, () => ({
      category: random.pick(CATEGORIES),
      difficulty: random.integer(3),
    }));
    // As in the real draw: each has the class of a public problem.
    const drawn = random.sample(problems, twins);
    const outcomes = [
      ...problems.map((problem) => outcomeOf(version, problem, false, random)),
      ...drawn.map((problem) => outcomeOf(version, problem, true, random)),
    ];
    if (compareTwins(outcomes, 1, policy)?.is_marked === true) marked++;
  }
  return marked / versions;
}

function outcomeOf(
  { skill, memorised, noise }: SimulatedVersion,
  { category, difficulty }: { readonly category: string; readonly difficulty: number },
  isTwin: boolean,
  random: Random,
): ProblemOutcome {
  const knows = !isTwin && random.chance(memorised);
  const solves = knows || random.chance(skill[difficulty]!);
  const solved = [0, 1, 2].filter(() => (random.chance(noise) ? !solves : solves)).length;
  return { isTwin, difficultyClass: `${category} ${difficulty}`, solved, runs: 3 };
}
