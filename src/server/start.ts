/** Starting an arena. */

export { type ArenaConfig, parseArenaConfig } from './start/arena-config.ts';
export { arenaFactsOf } from './start/arena-facts.ts';
export { inferenceOffer } from './start/inference-offer.ts';
export { openArenaStorage } from './start/open-arena.ts';
export { rotateSecret } from './start/rotate-secret.ts';
export { setUpArena } from './start/set-up-arena.ts';
export { type StartedArena, startArena } from './start/start-arena.ts';
