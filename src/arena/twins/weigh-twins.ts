import type { Transaction } from 'kysely';
import { finalScore } from '../../verdict/aggregate.ts';
import { itemProblems } from '../queue/item-problems.ts';
import type { ItemRun, WorkItem } from '../queue/item-runs.ts';
import { finalScoreOf } from '../race/combine-runs.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { compareTwins, type ProblemOutcome, type TwinComparison } from './compare-twins.ts';
import { difficultyClass } from './draw-twins.ts';
import { isSolved } from './separate-twins.ts';
import type { TwinPolicy } from './twin-policy.ts';

/** The columns of an entry that are computed from its twins. */
export interface TwinStanding {
  readonly twin_comparison: TwinComparison | null;
  /** How often the version was compared on this suite. */
  readonly twin_looks: number;
}

export interface WeighedTwins extends TwinStanding {
  /**
   * Score and success rate on the twins, which replace those on the public problems; `null` for a version that is not
   * marked.
   */
  readonly replacement: { readonly score: number; readonly successRate: number } | null;
}

/** Compares an item's results on public problems with those on twins. Each call counts as one more look. */
export async function weighTwins(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  included: readonly ItemRun[],
  policy: TwinPolicy,
): Promise<WeighedTwins> {
  const known = await transaction
    .selectFrom('entries')
    .select('twin_looks')
    .where('agent_version_id', '=', item.agent_version_id)
    .where('suite_id', '=', item.suite_id)
    .executeTakeFirst();
  const looks = known?.twin_looks ?? 0;
  // Runs whose results do not add up to their score have no separate twin results.
  const separated = included.filter(({ score_components }) => twinRate(score_components) !== null);
  const comparison =
    item.phase === 'RACE' || separated.length === 0
      ? null
      : compareTwins(await outcomesOf(transaction, item, separated), looks + 1, policy);
  return {
    twin_comparison: comparison,
    twin_looks: comparison === null ? looks : looks + 1,
    replacement: comparison?.is_marked === true ? twinScore(separated) : null,
  };
}

async function outcomesOf(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  runs: readonly ItemRun[],
): Promise<readonly ProblemOutcome[]> {
  const problems = await itemProblems(transaction, item).select(['problem.category', 'problem.difficulty']).execute();
  const rows = await transaction
    .selectFrom('problem_results')
    .select(['problem_id', 'status', 'score'])
    .where(
      'run_id',
      'in',
      runs.map(({ run_id }) => run_id),
    )
    .where('status', 'in', ['SUCCESS', 'FAILED', 'TIMED_OUT'])
    .execute();
  const results = Map.groupBy(rows, ({ problem_id }) => problem_id);
  return problems.map((problem) => {
    const own = results.get(problem.problem_id) ?? [];
    return {
      isTwin: problem.twin_of_item !== null,
      difficultyClass: difficultyClass(problem),
      solved: own.filter(({ status, score }) => isSolved(status, score)).length,
      runs: own.length,
    };
  });
}

type Components = ItemRun['score_components'];

function twinRate(components: Components): number | null {
  const { twin_problems: of, twin_successful_problems: solved } = components ?? {};
  return typeof of === 'number' && typeof solved === 'number' && of > 0 ? solved / of : null;
}

/** Computed like the score on public problems: the median over the runs. */
function twinScore(runs: readonly ItemRun[]): NonNullable<WeighedTwins['replacement']> {
  const rates = runs.map(({ score_components }) => twinRate(score_components)!);
  const scores = runs.map(({ score_components }, place) =>
    finalScore(rates[place]!, Number(score_components?.reasoning_coefficient)),
  );
  return { score: finalScoreOf(scores)!, successRate: finalScoreOf(rates)! };
}
