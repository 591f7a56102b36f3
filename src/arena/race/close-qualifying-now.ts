import type { Arena } from '../arena.ts';
import { type MovedClose, moveClose } from './move-close.ts';

/** Moves the close of qualifying to now; the next tick closes it. A close that is already due is not changed. */
export async function closeQualifyingNow(arena: Arena, who: string): Promise<MovedClose> {
  return await moveClose(arena, {
    who,
    why: 'The operator closes qualifying early.',
    to: (race) => Math.min(race.closes_at, Math.max(arena.now(), race.since)),
  });
}
