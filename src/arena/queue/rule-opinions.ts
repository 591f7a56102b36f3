import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { RuleOpinion } from './agreement-of.ts';

/** Statuses with an outcome; a skipped or unfinished problem has none. */
const DECIDED = [
  'SUCCESS',
  'FAILED',
  'TIMED_OUT',
] as const satisfies readonly ArenaTables['problem_results']['status'][];

/** Outcomes of the included runs on each problem, by item. */
export async function ruleOpinions(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RuleOpinion[]>> {
  if (itemIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('problem_results as result')
    .innerJoin('runs', 'runs.run_id', 'result.run_id')
    .select(['runs.work_item_id', 'runs.validator_hotkey', 'result.problem_id', 'result.status'])
    .where('runs.work_item_id', 'in', itemIds)
    .where('runs.is_included', '=', true)
    .where('result.status', 'in', DECIDED)
    .execute();
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ work_item_id }) => work_item_id),
      ([itemId, own]) => [
        itemId,
        own.map(({ validator_hotkey, problem_id, status }) => ({
          validatorHotkey: validator_hotkey,
          problemId: problem_id,
          isSolved: status === 'SUCCESS',
        })),
      ],
    ),
  );
}
