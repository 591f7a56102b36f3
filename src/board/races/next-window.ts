import { qualifyingWindow, type RacePolicy, type RaceRow } from '../../arena/race.ts';

export interface OpenWindow {
  readonly opensAt: number;
  readonly closesAt: number;
}

/**
 * The window that a file handed in now belongs to. There is one at every moment, and its close lies ahead: also while a
 * race runs, before the first one, and in the minute between a close and the arena's noticing it.
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
  // An operator may have closed early: what comes after that counts for the next.
  const last = race === undefined ? opensAt.epochMilliseconds : Math.max(race.closes_at, opensAt.epochMilliseconds);
  return { opensAt: last <= now ? last : opensAt.epochMilliseconds, closesAt: closesAt.epochMilliseconds };
}
