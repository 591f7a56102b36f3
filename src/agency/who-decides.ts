import type { FollowRates } from './follow/follow-rates.ts';
import type { Decision } from './follow/read-follow.ts';
import { type AttemptAgencyEvidence, SEARCHES_SAID, type VersionEvidence } from './version-agency.ts';

/** The reason for naming the model or the program as the decider. */
type WhyDecides =
  | 'followed'
  | 'ignored'
  | 'unsaid'
  | 'picked'
  | 'selected'
  | 'altered'
  | 'told'
  | 'request hidden'
  | 'not observed';

export interface Decider {
  readonly decides: 'model' | 'program' | 'unknown';
  readonly why: WhyDecides;
  /** Share of the decisions made by the model, from 0 to 1; `null` if unknown. */
  readonly share: number | null;
  /** Changed answers that the program followed. */
  readonly followed: number;
}

export type Deciders = Readonly<Record<Decision, Decider>>;

const TOLD = 0.5;
/** From this share of attempts on, agreement in the others is attributed to chance. */
const UNSAID = 0.5;
const REQUEST_SHOWN = 0.6;
/** None of 422 attempts of honest programs was decided from a selection. */
const SELECTED = 0.5;
const ALTERED = 0.5;

/**
 * Determines who makes each kind of decision in a version. A program that ignores changed answers decides. Evidence
 * from scored attempts takes precedence over a good follow rate: a program that acts without its model leaves no
 * changes to count, and one that dictates the model's answers follows its own words.
 */
export function whoDecides(evidence: VersionEvidence): Deciders {
  const {
    rates,
    searchesUnsaid,
    toldSearch,
    requestShown,
    recommendationsUnsaid,
    recommendationsPicked,
    toldRecommendation,
  } = evidence;
  return {
    search: deciderOf(rates.search, [
      ['unsaid', (searchesUnsaid ?? 0) >= UNSAID],
      ['told', toldSearch >= TOLD],
      ['request hidden', requestShown < REQUEST_SHOWN],
    ]),
    view: deciderOf(rates.view, []),
    recommend: deciderOf(rates.recommend, [
      ['unsaid', (recommendationsUnsaid ?? 0) >= UNSAID],
      ['picked', (recommendationsPicked ?? 0) >= UNSAID],
      ['told', toldRecommendation >= TOLD],
      ['altered', (evidence.resultsAltered ?? 0) >= ALTERED],
      ['selected', (evidence.resultsSelected ?? 0) >= SELECTED],
    ]),
  };
}

/** One observation is not enough evidence. */
const FEWEST_OBSERVATIONS = 2;

function deciderOf(
  { followed, of, decides }: FollowRates[Decision],
  signs: readonly (readonly [why: WhyDecides, holds: boolean])[],
): Decider {
  const sign = signs.find(([, holds]) => holds);
  if (decides === 'program')
    return { decides, why: 'ignored', share: sign === undefined ? followed / of : 0, followed };
  if (sign !== undefined) return { decides: 'program', why: sign[0], share: 0, followed };
  if (of < FEWEST_OBSERVATIONS) return { decides: 'unknown', why: 'not observed', share: null, followed };
  return { decides, why: 'followed', share: followed / of, followed };
}

type AgencyLabel = 'agentic' | 'mixed' | 'scripted' | 'unknown';

/** Labels a version by who makes its decisions; searches and recommendations matter most. */
export function agencyLabel({ search, view, recommend }: Deciders): AgencyLabel {
  const known = [search, view, recommend].filter(({ decides }) => decides !== 'unknown');
  if (known.length === 0) return 'unknown';
  if (search.decides === 'program' && recommend.decides === 'program') return 'scripted';
  return known.every(({ decides }) => decides === 'model') ? 'agentic' : 'mixed';
}

/** Why a version's program makes a decision that its model should make; `undefined` if it makes none. */
export function whyScripted(version: VersionEvidence): string | undefined {
  return (
    whyProgramDecides('search', version) ??
    whyProgramDecides('view', version) ??
    whyProgramDecides('recommend', version)
  );
}

export interface AttemptJudgement {
  readonly verdict: 'agentic' | 'mixed' | 'scripted';
  readonly because: string;
}

/** Determines who decided in an attempt, from the attempt itself and from its version's evidence. */
export function judgeAttempt(attempt: AttemptAgencyEvidence, version: VersionEvidence): AttemptJudgement {
  const { searches, searchesSaid: said, recommendation } = attempt;
  if (searches === 0) return { verdict: 'scripted', because: 'nothing was searched' };
  const search =
    whyProgramDecides('search', version) ??
    (said / searches < SEARCHES_SAID
      ? `${searches - said} of ${searches} searches were not said by the model`
      : undefined);
  const recommend =
    whyProgramDecides('recommend', version) ??
    (recommendation === 'none' || recommendation === 'said' ? undefined : UNSAID_BECAUSE[recommendation]);
  const because = search ?? whyScripted(version) ?? recommend;
  if (because === undefined) return { verdict: 'agentic', because: 'the program does what the model says' };
  return { verdict: search !== undefined && recommend !== undefined ? 'scripted' : 'mixed', because };
}

const UNSAID_BECAUSE = {
  unsaid: 'no model said what was recommended',
  overridden: 'the model named other products last than were recommended',
  picked: 'the program picked one of several answers to the same prompt, not the one most of them gave',
};

const CHANGED: Readonly<Record<Decision, string>> = {
  search: 'searches',
  view: 'views',
  recommend: 'recommendations',
};

/** Describes in a sentence why the program, not the model, makes a decision; `undefined` without evidence that it does. */
export function whyProgramDecides(decision: Decision, version: VersionEvidence): string | undefined {
  const isSearch = decision === 'search';
  const { followed, of } = version.rates[decision];
  switch (whoDecides(version)[decision].why) {
    case 'ignored':
      return `its program followed ${followed} of ${of} changed ${CHANGED[decision]}`;
    case 'unsaid':
      return `in at least half of the attempts its program ${isSearch ? 'searches for' : 'recommends'} what no model said`;
    case 'picked':
      return 'its program draws several answers to the same prompt and picks one by a rule of its own';
    case 'selected':
      return `its prompts show the model a selection of the results that the program made (in ${percent(version.resultsSelected)} of the attempts)`;
    case 'altered':
      return `its prompts show prices or titles that no result has (in ${percent(version.resultsAltered)} of the attempts)`;
    case 'told':
      return isSearch
        ? `its prompts tell the model what to search for (${version.toldSearch.toFixed(2)} of the words)`
        : 'its prompts single out the product that the model is to recommend';
    case 'request hidden':
      return 'its model does not see the request';
    default:
      return undefined;
  }
}

function percent(share: number | null): string {
  return `${Math.round(100 * (share ?? 0))} %`;
}
