/** The models an arena allows, and whether a validator's own models match them. */
export { ArenaApi, type ArenaModels } from './arena/arena-api.ts';
export { requireSuitable } from './run/models-for-claim.ts';
