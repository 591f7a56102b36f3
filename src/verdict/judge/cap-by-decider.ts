import type { Decision } from '../../agency/follow.ts';
import type { Quality } from '../verdict.ts';

/** Maximum if the program decides everything, as without any completion: letting a model talk gains nothing. */
const NOTHING_DECIDED: Quality = 0.1;
/** Maximum if the model only decides the searches, the same as for a model that only reads the request. */
const SEARCH_DECIDED: Quality = 0.3;

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
  if (recommend.decides !== 'program') return 0.9;
  return search.decides === 'model' ? SEARCH_DECIDED : NOTHING_DECIDED;
}

/** A reasoning grade after the cap; unchanged if it is not known who decides. */
export function capQuality(quality: number | null, deciders: Deciders | undefined): number | null {
  return quality === null || deciders === undefined ? quality : Math.min(quality, mostByDecider(deciders));
}
