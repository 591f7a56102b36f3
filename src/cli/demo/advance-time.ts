import { setTimeout as sleep } from 'node:timers/promises';
import { currentEpoch } from '../../arena/emission.ts';
import type { DemoContest } from './open-demo.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

const HOUR = 3_600_000;
/** Long enough for a new weights epoch to be fixed. */
const FIRST_STEP = 1.25 * HOUR;
/** The stake of a validator that has been silent for 5000 blocks, which are 16 hours, no longer counts. */
const LONGEST_STEP = 12 * HOUR;
const LOOK_MILLISECONDS = 50;
const TIMEOUT_MILLISECONDS = 20_000;

/**
 * Advances the arena's clock to a time, skipping the hours in which nothing can happen. Never skips while something is
 * running, past the close of a window, or so far that validators would count as silent. After a race the first step is
 * short, so that validators set weights for its outcome; otherwise the skipped hours would be paid as if the race had
 * not happened.
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

/** Waits until the arena has done what is due and the validators have set weights for it. */
async function untilFollowed(contest: DemoContest): Promise<void> {
  const { housekeeping } = contest.started.services;
  const rounds = housekeeping.status.rounds;
  // The current round may have begun before.
  while (housekeeping.status.rounds < rounds + 2) {
    await sleep(LOOK_MILLISECONDS, undefined, { signal: contest.options.signal });
  }
  await untilWeightsSet(contest);
}

/** Waits until every validator has sent its weights for the latest epoch. Gives up after a timeout. */
export async function untilWeightsSet({ started, validators, options: { signal } }: DemoContest): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MILLISECONDS;
  for (;;) {
    const epoch = (await currentEpoch(started.arena.database.reader))?.epoch ?? null;
    if (validators.every(({ worker }) => worker.status().weighed_epoch === epoch)) return;
    if (performance.now() > deadline) return;
    await sleep(LOOK_MILLISECONDS, undefined, { signal });
  }
}
