import { expressionBuilder } from 'kysely';
import type { ArenaQueries } from '../../arena/race.ts';
import type { ArenaTables } from '../../arena/tables.ts';
import { PUBLISHED_STATES } from '../versions/published-states.ts';

/** The problems of every work item, with everything that `discloseProblem` needs. Not filtered yet. */
export function problemRows(reader: ArenaQueries) {
  return reader
    .selectFrom('work_items as item')
    .innerJoin('set_problems as problem', 'problem.set_id', 'item.set_id')
    .innerJoin('suites', 'suites.suite_id', 'item.suite_id')
    .leftJoin('races', 'races.race_id', 'item.race_id')
    .select([
      'item.phase',
      'item.closed_at',
      'problem.source_id',
      'races.race_id',
      'races.state as race_state',
      'suites.is_public',
    ])
    .select(({ eb }) => eb('races.draw', 'is not', null).as('is_draw_revealed'));
}

export type ProblemRow = Awaited<ReturnType<ReturnType<typeof problemRows>['executeTakeFirstOrThrow']>>;

/** Whether the problems of a race are public: its scores are public and its draw is revealed. */
export function isRaceRevealed() {
  const { eb, and } = expressionBuilder<ArenaTables, 'races'>();
  return and([eb('races.state', 'in', PUBLISHED_STATES), eb('races.draw', 'is not', null)]);
}
