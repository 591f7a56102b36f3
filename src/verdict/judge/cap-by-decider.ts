import type { Decision } from '../../agency/follow.ts';
import type { Quality } from '../verdict.ts';

/** Of an attempt without any completion: a program that decides everything gains nothing by having a model talk. */
const NOTHING_DECIDED: Quality = 0.1;
/** Of an attempt in which a model does no more than read the request. */
const SEARCH_DECIDED: Quality = 0.3;

/** Who makes the decisions of an agent version. */
interface Decider {
  readonly decides: 'model' | 'program' | 'unknown';
  /** Changed answers that the program followed. */
  readonly followed: number;
}

type Deciders = Readonly<Record<Exclude<Decision, 'view'>, Decider>>;

/**
 * The most that an attempt can get by who decides in its agent version. A program that recommends the same whatever its
 * model says has the model narrate, however well it does so. A program that searches by itself, and was never seen to follow
 * its model in what it recommends, decides everything that was seen. Otherwise `unknown` caps nothing.
 */
export function mostByDecider({ recommend, search }: Deciders): Quality {
  const decidesAll = search.decides === 'program' && recommend.decides === 'unknown' && recommend.followed === 0;
  if (decidesAll) return NOTHING_DECIDED;
  if (recommend.decides !== 'program') return 0.9;
  return search.decides === 'model' ? SEARCH_DECIDED : NOTHING_DECIDED;
}
