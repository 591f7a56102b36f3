import { Fault } from '../../fault/fault.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { type RaceStatus, raceStatusOf } from './race-state.ts';
import { newestRace, type RaceRow } from './stored-race.ts';

export interface MovedClose {
  readonly raceId: string;
  readonly previousClosesAt: number;
  readonly closesAt: number;
  readonly status: RaceStatus;
}

export interface CloseMove {
  readonly who: string;
  readonly why: string;
  readonly to: (race: RaceRow) => number;
  /** The race to change; defaults to the newest one. */
  readonly raceId?: string;
}

/** Moves the close of the open window, and publishes the old and the new time. */
export async function moveClose({ database, now }: Arena, { who, why, to, raceId }: CloseMove): Promise<MovedClose> {
  return await database.withTransaction(async (transaction) => {
    const race = await newestRace(transaction);
    const isKnown =
      raceId === undefined ||
      race?.race_id === raceId ||
      (await transaction.selectFrom('races').select('race_id').where('race_id', '=', raceId).executeTakeFirst());
    if (race === undefined || !isKnown) {
      throw new Fault('RACE_NOT_FOUND', {
        message: race === undefined ? 'There is no race yet.' : `There is no race ${raceId}.`,
        remedy: race === undefined ? 'Activate a suite; the first race opens with it.' : 'Check the race id.',
      });
    }
    if (race.state !== 'qualifying_open' || (raceId !== undefined && raceId !== race.race_id)) {
      throw new Fault('RACE_CONFLICT', {
        message:
          raceId === undefined || raceId === race.race_id
            ? `Qualifying for race ${race.race_number} is not open: the race is in ${race.state}.`
            : `Race ${raceId} is not the race that is qualifying.`,
        remedy: 'Wait for the next window; it opens when this race is over.',
      });
    }
    const closesAt = to(race);
    await transaction.updateTable('races').set({ closes_at: closesAt }).where('race_id', '=', race.race_id).execute();
    await appendEvent(transaction, {
      who,
      what: 'race.close_moved',
      when: now(),
      why,
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
