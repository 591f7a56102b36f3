import type { Decision } from '../../agency/follow.ts';
import type { Quality } from '../verdict.ts';

/** Maximum if the program decides everything, as without any completion: letting a model talk gains nothing. */
const NOTHING_DECIDED: Quality = 0.1;
/** Maximum if the model only decides the searches, the same as for a model that only reads the request. */
const SEARCH_DECIDED: Quality = 0.3;

const MOST: Quality = 0.9;

/** Who makes the decisions of an agent version. */
interface Decider {
  readonly decides: 'model' | 'program' | 'unknown';
  /** Changed answers that the program followed. */
  readonly followed: number;
}

export type Deciders = Readonly<Record<Exclude<Decision, 'view'>, Decider>>;

/**
 * The maximum quality of an attempt, depending on who decides in its agent version. If a program recommends the same
 * products whatever its model says, the model only narrates, however well it does so. If a program chooses its searches
 * itself and was never seen to follow its model in a recommendation, it decides everything that was observed. Otherwise
 * `unknown` does not limit the quality.
 */
export function mostByDecider({ recommend, search }: Deciders): Quality {
  const decidesAll = search.decides === 'program' && recommend.decides === 'unknown' && recommend.followed === 0;
  if (decidesAll) return NOTHING_DECIDED;
  if (recommend.decides !== 'program') return MOST;
  return search.decides === 'model' ? SEARCH_DECIDED : NOTHING_DECIDED;
}

/**
 * The limit on reasoning grades in words, with the decision that it follows from. Where it is not known who recommends,
 * that is what it says, because further probes can lead to a cap. Who opens products has no effect.
 */
export function capWords({ recommend, search }: Deciders): string {
  const most = mostByDecider({ recommend, search });
  if (recommend.decides === 'program') return `capped at ${most}: the program decides ${ALSO_SEARCH[search.decides]}`;
  if (most < MOST) return `capped at ${most}: the program decides searches, and no changed recommendation was followed`;
  if (recommend.decides === 'model') return 'not capped: the model decides recommendations';
  const searches = search.decides === 'unknown' ? (['model', 'program'] as const) : [search.decides];
  const caps = searches.map((decides) =>
    mostByDecider({ search: { ...search, decides }, recommend: { ...recommend, decides: 'program' } }),
  );
  return `not known: too few changed answers reached a recommendation; ${caps.join(' or ')} at most if probes show that the program decides it`;
}

/** The limit on reasoning grades; `null` where it is not known whether there is one. */
export function knownCap(deciders: Deciders): Quality | null {
  const most = mostByDecider(deciders);
  return most === MOST && deciders.recommend.decides === 'unknown' ? null : most;
}

const ALSO_SEARCH = {
  model: 'recommendations, the model only searches',
  program: 'searches and recommendations',
  unknown: 'recommendations, and it is not known who decides searches',
} as const;

/** A reasoning grade after the cap; unchanged if it is not known who decides. */
export function capQuality(quality: number | null, deciders: Deciders | undefined): number | null {
  return quality === null || deciders === undefined ? quality : Math.min(quality, mostByDecider(deciders));
}
