import { Fault } from '../../fault/fault.ts';
import type { Arena } from '../arena.ts';
import { whyNot } from './advance-race.ts';
import { advanceStoredRace, raceTimestamp } from './advance-stored-race.ts';
import { closeRaceItems } from './close-race-items.ts';
import { newestRace, readRace } from './stored-race.ts';
import { writeRanks } from './write-ranks.ts';

export interface CancelledRace {
  readonly raceId: string;
  readonly raceNumber: number;
  /** Work items that were still open. */
  readonly itemsClosed: number;
}

/**
 * Cancels the race, at any time until the champion is decided. Its scores are never shown. If `raceNumber` is given,
 * only that race is cancelled: the next one may have opened since the operator decided.
 */
export async function cancelRace(
  arena: Arena,
  reason: string,
  who: string,
  raceNumber?: number,
): Promise<CancelledRace> {
  if (reason.trim() === '') {
    throw new Fault('INPUT_INVALID', {
      message: 'Cancelling a race needs a reason.',
      remedy: 'Give one; contestants will read it.',
    });
  }
  return await arena.database.withTransaction(async (transaction) => {
    const row = await newestRace(transaction);
    if (row === undefined) throw new Fault('RACE_NOT_FOUND', { message: 'There is no race yet.' });
    if (raceNumber !== undefined && row.race_number !== raceNumber) {
      throw new Fault('RACE_CONFLICT', {
        message: `Race ${raceNumber} is not the newest race; that is race ${row.race_number}.`,
        remedy: 'Check the list of races before you cancel one.',
      });
    }
    const event = { kind: 'race-cancelled', at: raceTimestamp(arena, row), reason } as const;
    const refusal = whyNot(await readRace(transaction, row), event, arena.policy.race);
    if (refusal !== undefined) {
      throw new Fault('RACE_CONFLICT', {
        message: `Race ${row.race_number} cannot be cancelled: ${refusal}.`,
        remedy: 'A race that is over stays as it is; the next one opens automatically.',
      });
    }
    const now = event.at.epochMilliseconds;
    const itemsClosed = await closeRaceItems(transaction, row.race_id, { who, why: 'The race was cancelled.', now });
    await writeRanks(transaction, row.race_id, []);
    await advanceStoredRace(
      transaction,
      row,
      { event, tell: { who, what: 'race.cancelled', why: reason, data: { items_closed: itemsClosed } } },
      arena,
    );
    return { raceId: row.race_id, raceNumber: row.race_number, itemsClosed };
  });
}
