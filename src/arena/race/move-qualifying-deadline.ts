import { Fault } from '../../fault/fault.ts';
import type { Arena } from '../arena.ts';
import { type MovedClose, moveClose } from './move-close.ts';

export interface DeadlineMove {
  readonly who: string;
  readonly reason: string;
  readonly raceId: string;
  /** Milliseconds since 1970; not in the past. */
  readonly closesAt: number;
}

/** Moves the close of qualifying, earlier or later. */
export async function moveQualifyingDeadline(
  arena: Arena,
  { who, reason, raceId, closesAt }: DeadlineMove,
): Promise<MovedClose> {
  return await moveClose(arena, {
    who,
    why: reason,
    raceId,
    to: (race) => {
      if (closesAt >= Math.max(arena.now(), race.since)) return closesAt;
      throw new Fault('INPUT_INVALID', {
        message: `${new Date(closesAt).toISOString()} is in the past.`,
        remedy: 'Choose a later time, or close qualifying now with `assay admin race close`.',
      });
    },
  });
}
