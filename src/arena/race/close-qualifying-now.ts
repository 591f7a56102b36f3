import type { Arena } from '../arena.ts';
import { type MovedClose, moveClose } from './move-close.ts';

/** Moves the close of qualifying to this moment; the next tick finds it due. A close that is due already stays. */
export async function closeQualifyingNow(arena: Arena, who: string): Promise<MovedClose> {
  return await moveClose(arena, {
    who,
    why: 'The operator closes qualifying early.',
    to: (race) => Math.min(race.closes_at, Math.max(arena.now(), race.since)),
  });
}
