import type { ArenaQueries } from '../../arena/race.ts';
import { PUBLISHED_STATES } from '../versions/published-states.ts';
import type { Viewer } from '../viewer.ts';
import type { VersionProblemsQuery } from '../wire/version-problems-wire.ts';

interface Subject {
  readonly agent_version_id: string;
  readonly hotkey: string;
}

/**
 * The problems a version was run on that the viewer may know of, as `discloseProblem` decides, in SQL for paging. A race's
 * are known by nothing, not even an id, until its scores are public and its draw is revealed; those of a suite that is not
 * public only to the version's owner.
 */
export function visibleProblems(
  reader: ArenaQueries,
  { agent_version_id, hotkey }: Subject,
  { phase, race_id }: Pick<VersionProblemsQuery, 'phase' | 'race_id'>,
  viewer: Viewer,
) {
  let problems = reader
    .selectFrom('work_items as item')
    .innerJoin('set_problems as problem', 'problem.set_id', 'item.set_id')
    .leftJoin('races', 'races.race_id', 'item.race_id')
    .innerJoin('suites', 'suites.suite_id', 'item.suite_id')
    .select([
      'item.work_item_id',
      'item.phase',
      'item.closed_at',
      'races.race_id',
      'races.state as race_state',
      'problem.problem_id',
      'problem.source_id',
      'problem.position',
      'problem.category',
      'suites.is_public',
    ])
    .select(({ eb }) => eb('races.draw', 'is not', null).as('is_draw_revealed'))
    .where('item.agent_version_id', '=', agent_version_id);
  if (phase !== undefined) problems = problems.where('item.phase', '=', phase);
  if (race_id !== undefined) problems = problems.where('item.race_id', '=', race_id);
  if (viewer.isAdmin) return problems;
  problems = problems.where(({ eb, and, or }) =>
    or([
      eb('item.phase', '=', 'QUALIFYING'),
      and([eb('races.state', 'in', PUBLISHED_STATES), eb('races.draw', 'is not', null)]),
    ]),
  );
  if (viewer.hotkey === hotkey) return problems;
  return problems.where(({ eb, or }) => or([eb('item.phase', '=', 'RACE'), eb('suites.is_public', '=', true)]));
}

export type VisibleProblem = Awaited<ReturnType<ReturnType<typeof visibleProblems>['executeTakeFirstOrThrow']>>;
