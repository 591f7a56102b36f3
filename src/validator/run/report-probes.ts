import { type FollowCounts, type Followed, forEachDecision, ratesOf } from '../../agency/follow.ts';
import { type AttemptAgencyEvidence, type VersionEvidence, versionEvidence } from '../../agency/version-agency.ts';
import { type Deciders, whoDecides } from '../../agency/who-decides.ts';
import type { AgencyReportWire } from '../../arena/wire.ts';
import { isRunOver, retryUntilAnswered } from '../arena/retry-until-answered.ts';
import { askEvidenceThread } from '../evidence/ask-evidence-thread.ts';
import { failureFields } from '../log.ts';
import { countsWithOwn } from './counts-with-own.ts';
import { readEarlierAttempts } from './earlier-attempts.ts';
import type { Evaluation, RunParts } from './run-parts.ts';
import type { Result, RunResults } from './run-results.ts';
import { uploadProbes } from './upload-probes.ts';

/**
 * Reports the results of a run's probe attempts to the arena, and returns who decides in the version, based on the
 * probes, the scored attempts and earlier data of the arena. `undefined` if nothing is known. A report that does not
 * arrive does not affect the run.
 */
export async function reportProbes(
  results: RunResults,
  evaluation: Evaluation,
  parts: RunParts,
): Promise<Deciders | undefined> {
  const { journal } = evaluation;
  const { probes } = journal.claim;
  if (probes === undefined) return undefined;
  try {
    const used = journal.all('probes').length === 0 ? [] : await usedProbes(evaluation, parts);
    const scored = await scoredEvidence(results, parts);
    const evidence = versionEvidence(scored, await observedIn(used, parts));
    if (used.length > 0) {
      const evidenceKeys = await uploadProbes(used, results, evaluation, parts);
      await deliver(reportOf(evidence, scored.length, used, evidenceKeys), evaluation, parts);
    }
    return whoDecides({ ...evidence, rates: ratesOf(countsWithOwn(probes, countsOf(evidence))) });
  } catch (error) {
    parts.log.warn('The probe attempts of a run cannot be read.', failureFields(error));
    return undefined;
  }
}

async function deliver(report: AgencyReportWire, evaluation: Evaluation, parts: RunParts): Promise<void> {
  const { journal, signal } = evaluation;
  const { api, settings } = parts;
  await retryUntilAnswered(() => api.reportAgency(journal.runId, report), { backoff: settings.delivery, signal }).catch(
    (error) => {
      if (isRunOver(error)) evaluation.onRunOver(error);
      else parts.log.warn('The results of the probe attempts could not be reported.', failureFields(error));
    },
  );
}

/** A failed attempt, regardless of the owner of the failure, says nothing about who decides. */
async function usedProbes({ journal }: Evaluation, { store }: RunParts): Promise<readonly Result[]> {
  const { probes } = await readEarlierAttempts(store, journal);
  return probes.filter((probe): probe is Result => probe.attempt.fault === null && probe.verdict !== null);
}

async function observedIn(probes: readonly Result[], { store }: RunParts): Promise<Followed[]> {
  const observed: Followed[] = [];
  for (const probe of probes) {
    const { recommended } = probe.verdict.rules;
    const place = { data: store.folder, attemptId: probe.attempt.attempt_id };
    observed.push(...(await askEvidenceThread('readFollow', { ...place, recommended })));
  }
  return observed;
}

async function scoredEvidence(results: RunResults, { store }: RunParts): Promise<AttemptAgencyEvidence[]> {
  const queries = new Map(results.problems.map(({ id, query }) => [id, query]));
  const scored: AttemptAgencyEvidence[] = [];
  for (const result of results.results) {
    if (result.attempt.fault !== null) continue;
    const { attempt_id, problem_id } = result.attempt;
    const { recommended } = result.verdict.rules;
    const place = { data: store.folder, attemptId: attempt_id };
    scored.push(await askEvidenceThread('readAgency', { ...place, query: queries.get(problem_id)!, recommended }));
  }
  return scored;
}

function reportOf(
  evidence: VersionEvidence,
  scored: number,
  used: readonly Result[],
  evidenceKeys: readonly (string | null)[],
): AgencyReportWire {
  return {
    probe_attempts: used.length,
    scored_attempts: scored,
    decisions: countsOf(evidence),
    told: {
      search: evidence.toldSearch,
      recommendation: evidence.toldRecommendation,
      request_shown: evidence.requestShown,
    },
    unsaid: { searches: evidence.searchesUnsaid, recommendations: evidence.recommendationsUnsaid },
    picked: evidence.recommendationsPicked,
    shown: { selected: evidence.resultsSelected, altered: evidence.resultsAltered },
    receipt_hashes: used.map(({ receiptHash }) => receiptHash),
    evidence_keys: [...evidenceKeys],
  };
}

function countsOf({ rates }: VersionEvidence): FollowCounts {
  return forEachDecision((decision) => ({ followed: rates[decision].followed, of: rates[decision].of }));
}
