import { DEFAULT_STANDING_RULES } from '../../identity/access.ts';

/** Throws if the metagraph, read at this time, cannot decide who is registered. Times are seconds since 1970. */
export function checkMetagraph(syncedAt: number | undefined, now: number): void {
  if (syncedAt === undefined) throw new Error('the metagraph was never read');
  const age = now - syncedAt;
  // As in `standingOf`: a time in the future says nothing about the age.
  if (Math.abs(age) <= DEFAULT_STANDING_RULES.maximumAgeSeconds) return;
  throw new Error(age > 0 ? `the metagraph is ${age} s old` : `the metagraph was read ${-age} s in the future`);
}
