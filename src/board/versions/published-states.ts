import { areScoresPublic, isSettled, RACE_STATES } from '../../arena/race.ts';

/** Race states in which scores are public, for query conditions. */
export const PUBLISHED_STATES = RACE_STATES.filter(areScoresPublic);

/** Race states that count as history, with or without a winner. */
export const HISTORIC_STATES = RACE_STATES.filter((state) => areScoresPublic(state) || isSettled(state));
