import { quantile } from '../statistics/quantile.ts';
import { type FollowRate, type FollowRates, followRates } from './follow/follow-rates.ts';
import type { Followed } from './follow/read-follow.ts';
import type { ReadCalls } from './reading/read-calls.ts';
import { type RecommendationSaid, recommendationSaid, searchesSaid } from './said/who-said-it.ts';
import { readTold, type ToldEvidence } from './told/told-before.ts';

/** What one scored attempt shows of who decided. */
export interface AttemptAgencyEvidence {
  readonly searches: number;
  readonly searchesSaid: number;
  readonly recommendation: RecommendationSaid['origin'];
  readonly told: ToldEvidence;
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
  };
}

/** What all attempts of a version show together. */
export interface VersionEvidence {
  readonly rates: FollowRates;
  /** Medians over attempts: how much of what the model says its program had told it. */
  readonly toldSearch: number;
  readonly toldRecommendation: number;
  readonly requestShown: number;
  /** Share of attempts in which the program did what no model had said; `null` where nothing was done. */
  readonly searchesUnsaid: number | null;
  readonly recommendationsUnsaid: number | null;
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
    toldSearch: median(toldSearch),
    toldRecommendation: median(toldRecommendation),
    // Of a version that is only known by probes nothing says that its model does not see the request.
    requestShown: attempts.length === 0 ? 1 : median(attempts.map(({ told }) => told.requestShown)),
    searchesUnsaid: shareOf(
      attempts.filter(({ searches }) => searches > 0),
      ({ searches, searchesSaid: said }) => said / searches < SEARCHES_SAID,
    ),
    recommendationsUnsaid: shareOf(
      attempts.filter(({ recommendation }) => recommendation !== 'none'),
      ({ recommendation }) => recommendation !== 'said',
    ),
  };
}

function shareOf<T>(all: readonly T[], test: (each: T) => boolean): number | null {
  return all.length === 0 ? null : all.filter(test).length / all.length;
}

function median(values: readonly number[]): number {
  return (
    quantile(
      values.toSorted((left, right) => left - right),
      0.5,
    ) ?? 0
  );
}

export interface AttemptJudgement {
  readonly verdict: 'agentic' | 'mixed' | 'scripted';
  readonly because: string;
}

const SEARCHES_SAID = 0.8;
export const TOLD = 0.5;
/** From this share of attempts on, agreement in the others is chance. */
export const UNSAID = 0.5;
export const REQUEST_SHOWN = 0.6;

/** Why a version's program decides something that its model should, by all its attempts; nothing where it does not. */
export function whyScripted(version: VersionEvidence): string | undefined {
  const { view } = version.rates;
  const opened = view.decides === 'program' && view.of > 1 ? notFollowed('views', view) : undefined;
  return whySearchIsScripted(version) ?? opened ?? whyRecommendationIsScripted(version);
}

/** Who decided in an attempt: what it shows itself, and what the probes of its version show. */
export function judgeAttempt(attempt: AttemptAgencyEvidence, version: VersionEvidence): AttemptJudgement {
  const { searches, searchesSaid: said, recommendation } = attempt;
  if (searches === 0) return { verdict: 'scripted', because: 'nothing was searched' };
  const search =
    whySearchIsScripted(version) ??
    (said / searches < SEARCHES_SAID
      ? `${searches - said} of ${searches} searches were not said by the model`
      : undefined);
  const recommend =
    whyRecommendationIsScripted(version) ??
    (recommendation === 'unsaid' || recommendation === 'overridden' ? UNSAID_BECAUSE[recommendation] : undefined);
  const because = search ?? whyScripted(version) ?? recommend;
  if (because === undefined) return { verdict: 'agentic', because: 'the program does what the model says' };
  return { verdict: search !== undefined && recommend !== undefined ? 'scripted' : 'mixed', because };
}

const UNSAID_BECAUSE = {
  unsaid: 'no model said what was recommended',
  overridden: 'the model named other products last than were recommended',
};

function whySearchIsScripted({ rates, toldSearch, requestShown, searchesUnsaid }: VersionEvidence): string | undefined {
  if (rates.search.decides === 'program') return notFollowed('searches', rates.search);
  if ((searchesUnsaid ?? 0) >= UNSAID) return 'in most attempts its program searches for what no model said';
  if (toldSearch >= TOLD)
    return `its prompts tell the model what to search for (${toldSearch.toFixed(2)} of the words)`;
  return requestShown < REQUEST_SHOWN ? 'its model does not see the request' : undefined;
}

function whyRecommendationIsScripted(version: VersionEvidence): string | undefined {
  const { rates, toldRecommendation, recommendationsUnsaid } = version;
  if (rates.recommend.decides === 'program') return notFollowed('recommendations', rates.recommend);
  if ((recommendationsUnsaid ?? 0) >= UNSAID) return 'in most attempts its program recommends what no model said';
  return toldRecommendation >= TOLD ? 'its prompts single out the product that the model is to recommend' : undefined;
}

function notFollowed(what: string, { followed, of }: FollowRate): string {
  return `its program followed ${followed} of ${of} changed ${what}`;
}
