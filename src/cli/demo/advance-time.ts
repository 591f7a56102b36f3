import { setTimeout as sleep } from 'node:timers/promises';
import { currentEpoch } from '../../arena/emission.ts';
import type { DemoContest } from './open-demo.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

const HOUR = 3_600_000;
/** Long enough for what validators weigh to be fixed anew. */
const FIRST_STEP = 1.25 * HOUR;
/** Stake of a validator that has been silent for 5000 blocks, which are 16 hours, no longer counts. */
const LONGEST_STEP = 12 * HOUR;
const LOOK_MILLISECONDS = 50;
const TIMEOUT_MILLISECONDS = 20_000;

/**
 * Lets the arena's clock come to a moment, leaving out the hours in which nothing can happen: never while something is
 * run, never past the close of a window, and never so far that validators seem to have been silent. After a race they
 * weigh its outcome first, or the hours that are left out would be paid as if it had not been.
 */
export async function advanceTime(contest: DemoContest, until: number): Promise<void> {
  const { api, clock } = contest;
  for (let seen: string | undefined; clock.now() < until; ) {
    await waitUntilIdle(contest);
    const race = (await api.raceNow()).race!;
    const step = race.race_id === seen ? LONGEST_STEP : FIRST_STEP;
    clock.skipTo(Math.min(until, clock.now() + step, Date.parse(race.qualifying_closes_at)));
    await untilFollowed(contest);
    seen = race.race_id;
  }
}

/** The arena has done what was due by then, and the validators have weighed what it fixed. */
async function untilFollowed(contest: DemoContest): Promise<void> {
  const { housekeeping } = contest.started.services;
  const rounds = housekeeping.status.rounds;
  // The round that was under way may have begun before.
  while (housekeeping.status.rounds < rounds + 2) {
    await sleep(LOOK_MILLISECONDS, undefined, { signal: contest.options.signal });
  }
  await untilWeightsSet(contest);
}

/** Every validator has sent its weights for what was fixed last. One that cannot is not waited for. */
export async function untilWeightsSet({ started, validators, options: { signal } }: DemoContest): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MILLISECONDS;
  for (;;) {
    const epoch = (await currentEpoch(started.arena.database.reader))?.epoch ?? null;
    if (validators.every(({ worker }) => worker.status().weighed_epoch === epoch)) return;
    if (performance.now() > deadline) return;
    await sleep(LOOK_MILLISECONDS, undefined, { signal });
  }
}
