import { Fault } from '../../fault/fault.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { type RaceStatus, raceStatusOf } from './race-state.ts';
import { newestRace } from './stored-race.ts';

export interface MovedClose {
  readonly raceId: string;
  readonly previousClosesAt: number;
  readonly closesAt: number;
  readonly status: RaceStatus;
}

/** Moves the close of qualifying to this moment; the next tick finds it due. A close that is due already stays. */
export async function closeQualifyingNow({ database, now }: Arena, who: string): Promise<MovedClose> {
  return await database.withTransaction(async (transaction) => {
    const race = await newestRace(transaction);
    if (race === undefined) {
      throw new Fault('RACE_NOT_FOUND', {
        message: 'There is no race yet.',
        remedy: 'Activate a suite; the first race opens with it.',
      });
    }
    if (race.state !== 'qualifying_open') {
      throw new Fault('RACE_CONFLICT', {
        message: `Qualifying for race ${race.race_number} is not open: the race is in ${race.state}.`,
        remedy: 'Wait for the next window; it opens when this race is over.',
      });
    }
    const closesAt = Math.min(race.closes_at, Math.max(now(), race.since));
    await transaction.updateTable('races').set({ closes_at: closesAt }).where('race_id', '=', race.race_id).execute();
    await appendEvent(transaction, {
      who,
      what: 'race.close_moved',
      when: now(),
      why: 'The operator closes qualifying early.',
      subject: `race ${race.race_number}`,
      data: {
        race_id: race.race_id,
        race_number: race.race_number,
        previous_closes_at: new Date(race.closes_at).toISOString(),
        closes_at: new Date(closesAt).toISOString(),
      },
    });
    return {
      raceId: race.race_id,
      previousClosesAt: race.closes_at,
      closesAt,
      status: raceStatusOf(race.state),
    };
  });
}
