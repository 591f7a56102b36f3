import type { Transaction } from 'kysely';
import { nextClose } from '../race/qualifying-window.ts';
import type { RacePolicy } from '../race/race-policy.ts';
import { newestRace } from '../race/stored-race.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

export interface CorrectedRace {
  readonly race_id: string;
  readonly previous_closes_at: string;
  readonly closes_at: string;
}

/**
 * Corrects a race whose state began in the future, so that it began now. An open window closes at the next regular
 * close, and the deadline of a running race is counted from now. Earlier races are not changed.
 */
export async function correctRace(
  transaction: Transaction<ArenaTables>,
  { now, ahead, policy }: { readonly now: number; readonly ahead: number; readonly policy: RacePolicy },
): Promise<CorrectedRace | undefined> {
  const race = await newestRace(transaction);
  if (race === undefined || race.since <= ahead) return undefined;
  const regular = nextClose(Temporal.Instant.fromEpochMilliseconds(now), policy).epochMilliseconds;
  const closesAt = race.state === 'qualifying_open' ? Math.min(race.closes_at, regular) : race.closes_at;
  await transaction
    .updateTable('races')
    .set({
      since: now,
      opens_at: Math.min(race.opens_at, now),
      closes_at: closesAt,
      started_at: race.started_at === null ? null : Math.min(race.started_at, now),
    })
    .where('race_id', '=', race.race_id)
    .execute();
  return {
    race_id: race.race_id,
    previous_closes_at: new Date(race.closes_at).toISOString(),
    closes_at: new Date(closesAt).toISOString(),
  };
}
