/** What an arena lets agents ask, and whether a validator's own models are that. */
export { ArenaDesk, type ArenaModels } from './arena/arena-desk.ts';
export { requireSuitable } from './run/models-for-claim.ts';
