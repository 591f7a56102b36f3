import type { ArenaQueries } from '../../arena/race.ts';
import type { VersionExcusesWire } from '../wire/version-wire.ts';
import { PUBLISHED_STATES } from './published-states.ts';

/**
 * Attempts of a version that failed through no fault of the agent, as counted by its validators. The counts reveal a
 * run's progress, so a qualifying round counts once it is over, and a race once its scores are public.
 */
export async function versionExcuses(
  reader: ArenaQueries,
  agentVersionId: string,
  share: number,
): Promise<VersionExcusesWire> {
  const rows = await reader
    .selectFrom('runs')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .leftJoin('races', 'races.race_id', 'item.race_id')
    .select('runs.excuses')
    .where('runs.agent_version_id', '=', agentVersionId)
    .where('runs.excuses', 'is not', null)
    .where('runs.invalidated_at', 'is', null)
    .where(({ eb, and, or }) =>
      or([
        and([eb('item.phase', '=', 'QUALIFYING'), eb('item.closed_at', 'is not', null)]),
        eb('races.state', 'in', PUBLISHED_STATES),
      ]),
    )
    .execute();
  const reports = rows.flatMap(({ excuses }) => excuses ?? []);
  const sum = (count: (report: (typeof reports)[number]) => number) =>
    reports.reduce((total, report) => total + count(report), 0);
  const reasons: Record<string, number> = {};
  for (const [code, times] of reports.flatMap((report) => Object.entries(report.reasons))) {
    reasons[code] = (reasons[code] ?? 0) + times;
  }
  return {
    runs: reports.length,
    attempts: sum(({ attempts }) => attempts),
    repeated: sum(({ repeated }) => repeated),
    refused: sum(({ refused }) => refused),
    departed: sum(({ departed }) => departed),
    outages: sum(({ outages }) => outages),
    reasons,
    allowed_share: share,
  };
}
