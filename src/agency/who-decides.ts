import type { FollowRates } from './follow/follow-rates.ts';
import type { Decision } from './follow/read-follow.ts';
import { REQUEST_SHOWN, TOLD, UNSAID, type VersionEvidence } from './version-agency.ts';

/** Why the model or the program is said to decide. */
type WhyDecides = 'followed' | 'ignored' | 'unsaid' | 'told' | 'request hidden' | 'not observed';

export interface Decider {
  readonly decides: 'model' | 'program' | 'unknown';
  readonly why: WhyDecides;
  /** How far the model decides, from 0 to 1; `null` where nobody can tell. */
  readonly share: number | null;
}

export type Deciders = Readonly<Record<Decision, Decider>>;

/**
 * Who makes each kind of decision in a version, by all that is known of it. Follow rates count where a program acts on
 * what its model says. One that acts on its own, or dictates what the model is to say, gives them nothing to count, or
 * follows its own words; what its scored attempts show comes first.
 */
export function whoDecides(evidence: VersionEvidence): Deciders {
  const { rates, searchesUnsaid, toldSearch, requestShown, recommendationsUnsaid, toldRecommendation } = evidence;
  return {
    search:
      programDecides([
        ['unsaid', (searchesUnsaid ?? 0) >= UNSAID],
        ['told', toldSearch >= TOLD],
        ['request hidden', requestShown < REQUEST_SHOWN],
      ]) ?? byRate(rates.search),
    view: byRate(rates.view),
    recommend:
      programDecides([
        ['unsaid', (recommendationsUnsaid ?? 0) >= UNSAID],
        ['told', toldRecommendation >= TOLD],
      ]) ?? byRate(rates.recommend),
  };
}

function programDecides(signs: readonly (readonly [why: WhyDecides, holds: boolean])[]): Decider | undefined {
  const sign = signs.find(([, holds]) => holds);
  return sign && { decides: 'program', why: sign[0], share: 0 };
}

/** A single observation says too little. */
const FEWEST_OBSERVATIONS = 2;

function byRate({ followed, of, decides }: FollowRates[Decision]): Decider {
  if (of < FEWEST_OBSERVATIONS) return { decides: 'unknown', why: 'not observed', share: null };
  return { decides, why: decides === 'model' ? 'followed' : 'ignored', share: followed / of };
}

/** What a version is called by who makes its decisions, searches and recommendations above all. */
export function agencyLabel({ search, view, recommend }: Deciders): AgencyLabel {
  const known = [search, view, recommend].filter(({ decides }) => decides !== 'unknown');
  if (known.length === 0) return 'unknown';
  if (search.decides === 'program' && recommend.decides === 'program') return 'scripted';
  return known.every(({ decides }) => decides === 'model') ? 'agentic' : 'mixed';
}

type AgencyLabel = 'agentic' | 'mixed' | 'scripted' | 'unknown';
