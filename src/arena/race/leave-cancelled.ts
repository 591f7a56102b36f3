import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import type { DrawDocument } from '../../problems/suites.ts';
import { appendEvent, json } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { ifRaceUnchanged, raceTimestamp } from './advance-stored-race.ts';
import type { HiddenProblems } from './hidden-problems.ts';
import { openAfter } from './open-window.ts';
import { revealRace } from './reveal-race.ts';
import type { RaceRow } from './stored-race.ts';

/**
 * Opens the window after a cancelled race, and still reveals the draw it committed to: otherwise an operator could
 * cancel until a draw suits them. If the bank has lost the draw, this is recorded and not waited for, because every
 * later race would wait as well.
 */
export async function leaveCancelled(arena: Arena, hidden: HiddenProblems, seen: RaceRow): Promise<string | undefined> {
  const draw = await revealOrLose(arena, hidden, seen);
  return await ifRaceUnchanged(arena, seen, async (transaction, row) => {
    if (draw !== undefined) await recordDraw(transaction, row, draw, raceTimestamp(arena, row).epochMilliseconds);
    return await openAfter(transaction, arena, row);
  });
}

interface Lost {
  readonly lost: string;
}

async function revealOrLose(
  arena: Arena,
  hidden: HiddenProblems,
  race: RaceRow,
): Promise<DrawDocument | Lost | undefined> {
  try {
    return await revealRace(arena, hidden, race);
  } catch (error) {
    const isGone = Fault.isInstance(error) && (error.code === 'BANK_CORRUPT' || error.code === 'FILE_NOT_FOUND');
    if (!isGone) throw error;
    return { lost: error.code };
  }
}

async function recordDraw(
  transaction: Transaction<ArenaTables>,
  { race_id, race_number, draw_commitment }: RaceRow,
  draw: DrawDocument | Lost,
  now: number,
): Promise<void> {
  const subject = `race ${race_number}`;
  const told = { who: 'arena', when: now, subject };
  if ('lost' in draw) {
    await appendEvent(transaction, {
      ...told,
      what: 'draw.lost',
      why: 'The bank cannot show what was drawn for this race, which was cancelled.',
      data: { race_id, race_number, draw_commitment, reason: draw.lost },
    });
    return;
  }
  await transaction
    .updateTable('races')
    .set({ draw: json(draw) })
    .where('race_id', '=', race_id)
    .execute();
  await appendEvent(transaction, {
    ...told,
    what: 'draw.revealed',
    why: 'The race was cancelled; its draw is published anyway.',
    data: { race_id, race_number, draw_commitment: draw.commitment, draw_seed: draw.seed },
  });
}
