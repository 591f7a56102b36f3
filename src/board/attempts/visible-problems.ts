import type { ArenaQueries } from '../../arena/race.ts';
import type { Viewer } from '../viewer.ts';
import type { VersionProblemsQuery } from '../wire/version-problems-wire.ts';
import { isRaceRevealed, problemRows } from './problem-rows.ts';

interface Subject {
  readonly agent_version_id: string;
  readonly hotkey: string;
}

/**
 * The problems a version was run on that the viewer may see: the rules of `discloseProblem` in SQL, for paging. Race
 * problems, including their ids, are hidden until the race's scores are public and its draw is revealed. Problems of a
 * suite that is not public are shown only to the version's owner.
 */
export function visibleProblems(
  reader: ArenaQueries,
  { agent_version_id, hotkey }: Subject,
  { phase, race_id }: Pick<VersionProblemsQuery, 'phase' | 'race_id'>,
  viewer: Viewer,
) {
  let problems = problemRows(reader)
    .select(['item.work_item_id', 'problem.problem_id', 'problem.position', 'problem.category'])
    .where('item.agent_version_id', '=', agent_version_id);
  if (phase !== undefined) problems = problems.where('item.phase', '=', phase);
  if (race_id !== undefined) problems = problems.where('item.race_id', '=', race_id);
  if (viewer.isAdmin) return problems;
  problems = problems.where(({ eb, or }) => or([eb('item.phase', '=', 'QUALIFYING'), isRaceRevealed()]));
  if (viewer.hotkey === hotkey) return problems;
  return problems.where(({ eb, or }) => or([eb('item.phase', '=', 'RACE'), eb('suites.is_public', '=', true)]));
}
