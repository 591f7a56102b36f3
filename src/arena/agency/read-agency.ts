import type { Selectable } from 'kysely';
import { forEachDecision } from '../../agency/follow.ts';
import type { Reader } from '../../store/database.ts';
import { ACTIVE_STATUSES } from '../queue/run-status.ts';
import type { ArenaTables, Phase } from '../tables/arena-tables.ts';
import { type AgencyReport, combineReports, type VersionAgency } from './version-agency.ts';

/**
 * Combines the reports of some versions, by version. Reports of invalidated runs do not count. Neither do reports of
 * runs without a score: a score is checked against evidence, but a failure costs a validator nothing. Published values
 * are read from qualifying only: an agent can encode hidden problems in its behaviour in the probes of a race.
 */
export async function readAgency(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  versionIds: readonly string[],
  of: Phase | 'all phases' = 'all phases',
  exceptRun?: string,
): Promise<ReadonlyMap<string, VersionAgency>> {
  if (versionIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('agency_reports as report')
    .innerJoin('runs', 'runs.run_id', 'report.run_id')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .selectAll('report')
    .where('report.agent_version_id', 'in', versionIds)
    .where('runs.invalidated_at', 'is', null)
    .where('runs.status', 'in', ['SUCCESS', ...ACTIVE_STATUSES])
    .$if(of !== 'all phases', (query) => query.where('item.phase', '=', of as Phase))
    .$if(exceptRun !== undefined, (query) => query.where('report.run_id', '!=', exceptRun!))
    .execute();
  const byVersion = Map.groupBy(rows, ({ agent_version_id }) => agent_version_id);
  return new Map(Array.from(byVersion, ([version, own]) => [version, combineReports(own.map(reportOf))]));
}

/** The same for one version; without reports, the result of combining none. */
export async function readAgencyOf(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  versionId: string,
  of?: Phase | 'all phases',
  exceptRun?: string,
): Promise<VersionAgency> {
  return (await readAgency(reader, [versionId], of, exceptRun)).get(versionId) ?? combineReports([]);
}

function reportOf(row: Selectable<ArenaTables['agency_reports']>): AgencyReport {
  return {
    validator: row.validator_hotkey,
    probeAttempts: row.probe_attempts,
    scoredAttempts: row.scored_attempts,
    counts: forEachDecision((decision) => ({ followed: row[`${decision}_followed`], of: row[`${decision}_of`] })),
    toldSearch: row.told_search,
    toldRecommendation: row.told_recommendation,
    requestShown: row.request_shown,
    searchesUnsaid: row.searches_unsaid,
    recommendationsUnsaid: row.recommendations_unsaid,
    recommendationsPicked: row.report.picked ?? null,
    resultsSelected: row.report.shown?.selected ?? null,
    resultsAltered: row.report.shown?.altered ?? null,
  };
}
