/** Roles and who may do what. */
export type { Bans, Need } from './access/authorize.ts';
export type { Metagraph, Neuron } from './access/metagraph.ts';
export { currentStanding, DEFAULT_STANDING_RULES, roleOf, type StandingRules } from './access/standing.ts';
