/** What an arena lets agents ask, and whether a validator's own models are that. */
export { ArenaApi, type ArenaModels } from './arena/arena-api.ts';
export { requireSuitable } from './run/models-for-claim.ts';
