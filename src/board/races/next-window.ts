import { qualifyingWindow, type RacePolicy, type RaceRow } from '../../arena/race.ts';

export interface OpenWindow {
  readonly opensAt: number;
  readonly closesAt: number;
}

/**
 * The qualifying window of a submission made now. There always is one, and it always closes in the future: also during
 * a race, before the first race, and in the minute between a close and the arena noticing it.
 */
export function nextWindow(
  race: Pick<RaceRow, 'state' | 'opens_at' | 'closes_at'> | undefined,
  now: number,
  policy: RacePolicy,
): OpenWindow {
  if (race?.state === 'qualifying_open' && race.closes_at > now) {
    return { opensAt: race.opens_at, closesAt: race.closes_at };
  }
  const { opensAt, closesAt } = qualifyingWindow(Temporal.Instant.fromEpochMilliseconds(now), policy);
  // An operator may have closed qualifying early: later submissions count for the next window.
  const last = race === undefined ? opensAt.epochMilliseconds : Math.max(race.closes_at, opensAt.epochMilliseconds);
  return { opensAt: last <= now ? last : opensAt.epochMilliseconds, closesAt: closesAt.epochMilliseconds };
}
