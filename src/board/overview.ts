/** Read model of the arena as a whole. */
export { type ArenaFacts, arenaOverview } from './overview/arena-overview.ts';
