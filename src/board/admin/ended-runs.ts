import type { ArenaQueries } from '../../arena/race.ts';
import { runRows } from '../runs/run-rows.ts';
import type { ValidatorScoresQuery } from '../wire/admin-analytics-wire.ts';
import { applyFilters } from './apply-filters.ts';

/** Completed runs that were not invalidated, by suite, phase and time; newest last. */
export function endedRuns(reader: ArenaQueries, { suite_id, phase, since, until }: ValidatorScoresQuery) {
  return applyFilters(runRows(reader), [
    ['item.suite_id', '=', suite_id],
    ['item.phase', '=', phase],
    ['runs.completed_at', '>=', since],
    ['runs.completed_at', '<', until],
  ])
    .where('runs.status', 'in', ['SUCCESS', 'FAILED', 'TIMED_OUT'])
    .where('runs.invalidated_at', 'is', null)
    .orderBy('runs.completed_at')
    .orderBy('runs.run_id');
}
