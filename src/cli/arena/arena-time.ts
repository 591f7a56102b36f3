import { z } from 'zod';
import { timestampSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { askArena } from './ask-arena.ts';

const answer = z.object({ computed_at: timestampSchema, next_window: z.object({ closes_at: timestampSchema }) });

export interface ArenaTime {
  /** Time of the arena's own clock, in milliseconds. */
  readonly now: number;
  /** When the window closes for a file submitted now. */
  readonly closesAt: string;
}

/** The arena's current time: its clock may run faster than ours. */
export async function arenaTime(arena: ArenaClient): Promise<ArenaTime> {
  const path = '/v1/public/races/current';
  const { computed_at, next_window } = await askArena(arena, { path, query: { limit: 1 }, answer });
  return { now: Date.parse(computed_at), closesAt: next_window.closes_at };
}
