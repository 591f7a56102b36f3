import { isDeepStrictEqual } from 'node:util';
import { DECISIONS, forEachDecision } from '../../agency/follow.ts';
import { Fault } from '../../fault/fault.ts';
import { appendEvent, json } from '../../store/database.ts';
import { counted } from '../../text/counted.ts';
import type { Arena } from '../arena.ts';
import { itemData } from '../queue/item-data.ts';
import { itemSize } from '../queue/item-problems.ts';
import { type HeldRun, whyNotItsValidators, withHeldRun } from '../queue/with-held-run.ts';
import { isProgressPublic } from '../secrecy/disclose.ts';
import type { AgencyReportWire } from '../wire/agency-wire.ts';
import { mostProbes } from './probe-share.ts';

/** More changes than a prober makes in one attempt; each can affect two decisions. */
const MOST_OBSERVATIONS_PER_ATTEMPT = 20;

/**
 * Stores a validator's report of who decides in one of its runs. The first report of a run counts. A later report
 * changes nothing and is accepted only if it is identical.
 */
export async function reportAgency(
  arena: Arena,
  hotkey: string,
  runId: string,
  report: AgencyReportWire,
): Promise<{ readonly accepted: boolean }> {
  return await withHeldRun(arena, { hotkey, runId, refusal: whyNotItsValidators }, async (held) => {
    await checkReport(held, report);
    const { transaction, run, now } = held;
    const before = await transaction
      .selectFrom('agency_reports')
      .select('report')
      .where('run_id', '=', runId)
      .executeTakeFirst();
    if (before !== undefined) return { accepted: isDeepStrictEqual(before.report, report) };
    const counts = forEachDecision((decision) => report.decisions[decision]);
    await transaction
      .insertInto('agency_reports')
      .values({
        run_id: runId,
        agent_version_id: run.agent_version_id,
        validator_hotkey: hotkey,
        probe_attempts: report.probe_attempts,
        scored_attempts: report.scored_attempts,
        search_followed: counts.search.followed,
        search_of: counts.search.of,
        view_followed: counts.view.followed,
        view_of: counts.view.of,
        recommend_followed: counts.recommend.followed,
        recommend_of: counts.recommend.of,
        told_search: report.told.search,
        told_recommendation: report.told.recommendation,
        request_shown: report.told.request_shown,
        searches_unsaid: report.unsaid.searches,
        recommendations_unsaid: report.unsaid.recommendations,
        report: json(report),
        reported_at: now,
      })
      .execute();
    await recordReport(held, report);
    return { accepted: true };
  });
}

async function checkReport({ transaction, item, policy }: HeldRun, report: AgencyReportWire): Promise<void> {
  const size = await itemSize(transaction, item);
  const most = Math.min(mostProbes(size), policy.agency.probesPerRun);
  if (report.probe_attempts > most) {
    throw refused(`${report.probe_attempts} probe attempts are more than the ${most} of a run on ${size} problems`);
  }
  if (report.receipt_hashes.length !== report.probe_attempts) {
    throw refused(`${report.receipt_hashes.length} receipts do not fit ${report.probe_attempts} probe attempts`);
  }
  const keys = report.evidence_keys?.length ?? report.probe_attempts;
  if (keys !== report.probe_attempts) {
    throw refused(`${keys} evidence keys do not fit ${report.probe_attempts} probe attempts`);
  }
  if (report.scored_attempts > size) {
    throw refused(`${report.scored_attempts} scored attempts are more than the ${size} problems`);
  }
  const observed = report.probe_attempts * MOST_OBSERVATIONS_PER_ATTEMPT;
  const much = DECISIONS.find((decision) => report.decisions[decision].of > observed);
  if (much !== undefined) {
    const { of } = report.decisions[much];
    throw refused(`${of} observations of ${much} are more than ${report.probe_attempts} probe attempts can give`);
  }
}

function refused(what: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${what}; nothing was kept.`,
    remedy: 'Run no more probe attempts than the claim asks for, and report what their evidence shows.',
  });
}

/** Publishes only counts, and none from a race: an agent can encode hidden problems in them. */
async function recordReport({ transaction, run, item, now }: HeldRun, report: AgencyReportWire): Promise<void> {
  const { search, view, recommend } = report.decisions;
  await appendEvent(transaction, {
    who: run.validator_hotkey,
    what: 'run.probed',
    when: now,
    why: `Model answers were changed in ${counted(report.probe_attempts, 'unscored probe attempt')}, to measure who decides.`,
    subject: `run ${run.run_id}`,
    data: {
      ...(await itemData(transaction, item)),
      eval_run_id: run.run_id,
      validator_hotkey: run.validator_hotkey,
      probe_attempts: report.probe_attempts,
      ...(isProgressPublic(item.phase) && {
        search_followed: search.followed,
        search_of: search.of,
        view_followed: view.followed,
        view_of: view.of,
        recommend_followed: recommend.followed,
        recommend_of: recommend.of,
      }),
    },
  });
}
