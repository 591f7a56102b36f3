/** Starting an arena. */
export { parseArenaConfig } from './start/arena-config.ts';
export { type StartedArena, startArena } from './start/start-arena.ts';
