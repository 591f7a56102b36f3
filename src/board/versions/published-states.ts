import { areScoresPublic, isSettled, RACE_STATES } from '../../arena/race.ts';

/** States of a race whose scores everybody may see, for conditions of queries. */
export const PUBLISHED_STATES = RACE_STATES.filter(areScoresPublic);

/** States after which a race belongs to history, whether or not it had a winner. */
export const HISTORIC_STATES = RACE_STATES.filter((state) => areScoresPublic(state) || isSettled(state));
