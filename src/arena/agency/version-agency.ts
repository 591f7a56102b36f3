import { DECISIONS, type FollowCounts, poolCounts, ratesOf, sumCounts } from '../../agency/follow.ts';
import type { VersionEvidence } from '../../agency/version-agency.ts';
import { type Decider, whoDecides } from '../../agency/who-decides.ts';
import { median } from '../../statistics/quantile.ts';

/** A validator's findings from one run about who decides. */
export interface AgencyReport extends Omit<VersionEvidence, 'rates'> {
  readonly validator: string;
  readonly probeAttempts: number;
  readonly scoredAttempts: number;
  readonly counts: FollowCounts;
}

/** A validator's observations of a version in all its runs. */
export interface Observer {
  readonly validator: string;
  readonly probeAttempts: number;
  readonly counts: FollowCounts;
}

/** Combined result of all reports on a version. */
export interface VersionAgency extends VersionEvidence {
  readonly observers: readonly Observer[];
  readonly reports: number;
  readonly probeAttempts: number;
  readonly deciders: ReturnType<typeof whoDecides>;
}

/**
 * Combines the reports of a version. Validators change different words in different attempts, so observations are added
 * up, with a limit that keeps one validator from outvoting the others. The shares describe the same problems each time,
 * so their median is used. A single validator cannot move either at will.
 */
export function combineReports(reports: readonly AgencyReport[]): VersionAgency {
  const medianOf = (values: readonly number[]) => (values.length === 0 ? null : median(values));
  const share = (of: (report: AgencyReport) => number | null) =>
    medianOf(reports.map(of).filter((value) => value !== null));
  const sum = (of: (report: AgencyReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const observers = Array.from(
    Map.groupBy(reports, ({ validator }) => validator),
    ([validator, own]): Observer => ({
      validator,
      probeAttempts: own.reduce((total, { probeAttempts }) => total + probeAttempts, 0),
      counts: sumCounts(own.map(({ counts }) => counts)),
    }),
  );
  const evidence = {
    rates: ratesOf(poolCounts(observers.map(({ counts }) => counts))),
    toldSearch: share(({ toldSearch }) => toldSearch) ?? 0,
    toldRecommendation: share(({ toldRecommendation }) => toldRecommendation) ?? 0,
    requestShown: share(({ requestShown }) => requestShown) ?? 0,
    searchesUnsaid: share(({ searchesUnsaid }) => searchesUnsaid),
    recommendationsUnsaid: share(({ recommendationsUnsaid }) => recommendationsUnsaid),
    recommendationsPicked: share(({ recommendationsPicked }) => recommendationsPicked),
    resultsSelected: share(({ resultsSelected }) => resultsSelected),
    resultsAltered: share(({ resultsAltered }) => resultsAltered),
  };
  return {
    ...evidence,
    observers,
    reports: reports.length,
    probeAttempts: sum(({ probeAttempts }) => probeAttempts),
    deciders: sum(({ scoredAttempts }) => scoredAttempts) < FEWEST_ATTEMPTS ? ALL_UNKNOWN : whoDecides(evidence),
  };
}

/** Fewer scored attempts may show an accident. */
const FEWEST_ATTEMPTS = 5;
const UNKNOWN: Decider = { decides: 'unknown', why: 'not observed', share: null, followed: 0 };
const ALL_UNKNOWN = { search: UNKNOWN, view: UNKNOWN, recommend: UNKNOWN };

export function observationsIn(counts: FollowCounts): number {
  return DECISIONS.reduce((sum, decision) => sum + counts[decision].of, 0);
}
