import { sql } from 'kysely';
import type { ArenaQueries } from '../../arena/race.ts';
import type { ArenaCategory } from '../../problems/problem.ts';

/**
 * For each version, how many attempts on problems of a category it solved, in the included runs of the newest finished
 * round. To be joined. Empty without a category, and for a suite whose problems are not public. Twins are left out
 * because they are not in the set of an item.
 */
export function categoryResults(reader: ArenaQueries, suiteId: number, category: ArenaCategory | undefined) {
  return (
    reader
      .selectFrom('work_items as item')
      .innerJoin('suites', 'suites.suite_id', 'item.suite_id')
      .innerJoin('runs', 'runs.work_item_id', 'item.work_item_id')
      .innerJoin('set_problems as problem', 'problem.set_id', 'item.set_id')
      .innerJoin('problem_results as result', (join) =>
        join.onRef('result.run_id', '=', 'runs.run_id').onRef('result.problem_id', '=', 'problem.problem_id'),
      )
      .select(({ fn }) => [
        'item.agent_version_id',
        sql<number>`cast(sum(case when result.score > 0 then 1 else 0 end) as integer)`.as('solved'),
        fn.countAll<number>().as('attempts'),
      ])
      .where('item.suite_id', '=', suiteId)
      .where('item.phase', '=', 'QUALIFYING')
      .where('item.close_reason', '=', 'complete')
      .where(({ not, exists, selectFrom, ref }) =>
        not(
          exists(
            selectFrom('work_items as later')
              .select('later.work_item_id')
              .where('later.agent_version_id', '=', ref('item.agent_version_id'))
              .where('later.suite_id', '=', ref('item.suite_id'))
              .where('later.phase', '=', 'QUALIFYING')
              .where('later.close_reason', '=', 'complete')
              .where('later.round', '>', ref('item.round')),
          ),
        ),
      )
      .where('suites.is_public', '=', true)
      .where('runs.is_included', '=', true)
      .where('runs.invalidated_at', 'is', null)
      .where('result.score', 'is not', null)
      // The engine sees that the result is empty and reads nothing.
      .where((where) => (category === undefined ? sql<boolean>`1 = 0` : where('problem.category', '=', category)))
      .groupBy('item.agent_version_id')
  );
}
