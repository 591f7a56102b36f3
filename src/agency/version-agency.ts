import { upperMedian } from '../statistics/quantile.ts';
import { type FollowRates, followRates } from './follow/follow-rates.ts';
import type { Followed } from './follow/read-follow.ts';
import type { ReadCalls } from './reading/read-calls.ts';
import { type RecommendationSaid, recommendationSaid, searchesSaid } from './said/who-said-it.ts';
import { readShown, type ShownEvidence } from './shown/shown-results.ts';
import { readTold, type ToldEvidence } from './told/told-before.ts';

/** Evidence from one scored attempt about who decided. */
export interface AttemptAgencyEvidence {
  readonly searches: number;
  readonly searchesSaid: number;
  readonly recommendation: RecommendationSaid['origin'];
  readonly told: ToldEvidence;
  readonly shown: ShownEvidence;
}

export function readAgencyEvidence(
  calls: ReadCalls,
  query: string,
  recommended: readonly string[],
): AttemptAgencyEvidence {
  const searches = searchesSaid(calls);
  return {
    searches: searches.length,
    searchesSaid: searches.filter(({ said }) => said !== undefined).length,
    recommendation: recommendationSaid(calls, recommended).origin,
    told: readTold(calls, query, recommended),
    shown: readShown(calls, recommended),
  };
}

/** Evidence from all attempts of a version. */
export interface VersionEvidence {
  readonly rates: FollowRates;
  /** Medians over attempts: how much of the model's output the program had dictated. */
  readonly toldSearch: number;
  readonly toldRecommendation: number;
  readonly requestShown: number;
  /** Share of attempts in which the program did something no model had said; `null` if there are no such attempts. */
  readonly searchesUnsaid: number | null;
  readonly recommendationsUnsaid: number | null;
  /** Share of attempts in which the program picked one of several samples of a prompt without a vote. */
  readonly recommendationsPicked: number | null;
  /** Share of attempts whose prompts showed selected results, or (below) values that no record has. */
  readonly resultsSelected: number | null;
  readonly resultsAltered: number | null;
}

export function versionEvidence(
  attempts: readonly AttemptAgencyEvidence[],
  observed: readonly Followed[],
): VersionEvidence {
  const toldSearch = attempts.flatMap(({ told }) => (told.searchTold === null ? [] : [told.searchTold]));
  const toldRecommendation = attempts.flatMap(({ told }) =>
    told.recommended === 0 ? [] : [told.singledOut / told.recommended],
  );
  return {
    rates: followRates(observed),
    toldSearch: upperMedian(toldSearch) ?? 0,
    toldRecommendation: upperMedian(toldRecommendation) ?? 0,
    // If a version is only known from probes, there is no evidence that its model does not see the request.
    requestShown: attempts.length === 0 ? 1 : (upperMedian(attempts.map(({ told }) => told.requestShown)) ?? 1),
    searchesUnsaid: shareOf(
      attempts.filter(({ searches }) => searches > 0),
      ({ searches, searchesSaid: said }) => said / searches < SEARCHES_SAID,
    ),
    recommendationsUnsaid: shareOf(
      attempts.filter(({ recommendation }) => recommendation !== 'none'),
      ({ recommendation }) => recommendation === 'unsaid' || recommendation === 'overridden',
    ),
    recommendationsPicked: shareOf(
      attempts.filter(({ recommendation }) => recommendation !== 'none'),
      ({ recommendation }) => recommendation === 'picked',
    ),
    resultsSelected: shareOf(
      attempts.filter(({ shown }) => shown.listed > 0),
      ({ shown }) => shown.selected / shown.listed >= SELECTED,
    ),
    resultsAltered: shareOf(
      attempts.filter(({ shown }) => shown.listed > 0),
      ({ shown }) => shown.altered > 0,
    ),
  };
}

/** From this share on, the searches of an attempt count as said by the model. */
export const SEARCHES_SAID = 0.8;

/** From this share of its recommended products on, an attempt counts as decided from a selection. */
const SELECTED = 0.5;

function shareOf<T>(all: readonly T[], test: (each: T) => boolean): number | null {
  return all.length === 0 ? null : all.filter(test).length / all.length;
}
