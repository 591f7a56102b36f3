import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { pinEpoch } from '../emission/pin-epoch.ts';
import { completeRun } from '../queue/complete-run.ts';
import { heartbeat } from '../queue/heartbeat.ts';
import { noteSignedRequest } from '../queue/note-signed-request.ts';
import { reapRuns } from '../queue/reap-runs.ts';
import { submitAgent } from '../submission/submit-agent.ts';
import { claim, eventsOf, failure, MINUTE, queueVersion, runRow } from '../testing/sample-queue.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { accepting, sampleAgent } from '../testing/sample-submissions.ts';
import { correctStoredTimes } from './correct-stored-times.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const THREE_DAYS = 3 * DAY;

onEveryEngine('clock jumps of three days forward and back', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  /** Performs `work` while the clock is ahead, then what the server does after the clock has returned. */
  async function ahead<T>(work: () => Promise<T>): Promise<T> {
    day.arena.pass(THREE_DAYS);
    const done = await work();
    day.arena.pass(-THREE_DAYS);
    await correctStoredTimes(day.arena);
    return done;
  }

  it('a clock jump of three days leaves a cooldown of twelve hours', async () => {
    const submit = (number: number) =>
      submitAgent(day.arena, { hotkey: 'h', agentName: 'a', file: sampleAgent(number) }, { analyse: accepting });
    await ahead(() => submit(1));
    day.arena.pass(12 * HOUR - 1_000);
    await expect(submit(2)).rejects.toMatchObject({ code: 'COOLDOWN_ACTIVE', extra: { remaining_seconds: 1 } });
    day.arena.pass(1_000);
    expect(await submit(2)).toMatchObject({ admission_status: 'ACCEPTED' });
  });

  it('a clock jump of three days leaves a lease of ten minutes from now', async () => {
    await queueVersion(day.arena);
    const claimedAhead = await ahead(async () => await claim(day.arena, 'alice'));
    expect(await runRow(day.arena, claimedAhead.runId)).toMatchObject({
      claimed_at: day.arena.now(),
      lease_expires_at: day.arena.now() + 10 * MINUTE,
    });
    day.arena.pass(10 * MINUTE);
    expect(await reapRuns(day.arena)).toEqual({ reaped: 1 });

    const { runId } = await claim(day.arena, 'bob');
    await heartbeat(day.arena, 'bob', runId);
    // The clock jumps while the run is held: its lease expires, and other validators can claim it.
    await ahead(async () => {
      await expect(heartbeat(day.arena, 'bob', runId)).rejects.toMatchObject({ code: 'LEASE_EXPIRED' });
    });
    const next = await claim(day.arena, 'carol');
    await ahead(async () => await reapRuns(day.arena));
    expect(await runRow(day.arena, next.runId)).toMatchObject({ status: 'STALE' });
    expect(await eventsOf(day.arena, 'run.stale')).toHaveLength(3);
  });

  it('a validator that failed while the clock was ahead may retry', async () => {
    const version = await queueVersion(day.arena);
    await ahead(async () => {
      const { runId } = await claim(day.arena, 'alice');
      await completeRun(day.arena, 'alice', runId, failure('validator'));
    });
    day.arena.pass(HOUR);
    expect((await claim(day.arena, 'alice')).agentVersionId).toBe(version);
  });

  it('a clock jump leaves a window that closes once at the next noon, with every scored version', async () => {
    const { arena } = day;
    await day.tick();
    const noon = (await day.race()).closes_at;
    await ahead(async () => {
      expect(await day.tick()).toContain('race 2 opened');
      await day.qualified(0.5, 'one');
      await day.qualified(0.6, 'two');
    });
    const race = await day.race();
    expect(race).toMatchObject({ race_number: 2, state: 'qualifying_open', closes_at: noon, since: arena.now() });
    expect((await day.events()).filter(({ what }) => what === 'clock.corrected')).toMatchObject([
      {
        who: 'arena',
        data: { corrected: { races: 1, entries: 2 }, race: { closes_at: new Date(noon).toISOString() } },
      },
    ]);
    arena.pass(noon - arena.now() - 1);
    expect(await day.tick()).toEqual([]);
    arena.pass(1);
    expect(await day.tick()).toContain('race 2 closed with 2 racers');
    expect(await day.tick()).toEqual([]);
    expect(
      (await day.events()).filter(({ what, subject }) => what === 'race.closed' && subject === 'race 2'),
    ).toHaveLength(1);
  });

  it('a clock jump leaves a running race its deadline of twenty hours', async () => {
    const { arena } = day;
    await day.qualified(0.5, 'one');
    await day.qualified(0.6, 'two');
    await day.tick();
    await ahead(async () => expect(await day.tick()).toContain('race 1 started'));
    expect(await day.race()).toMatchObject({ state: 'race_running', started_at: arena.now() });
    arena.pass(20 * HOUR - 1);
    expect(await day.tick()).toEqual([]);
    arena.pass(1);
    expect(await day.tick()).toContain('race 1 complete');
  });

  it('epochs are still pinned after a clock jump', async () => {
    await pinEpoch(day.arena);
    const pinned = await ahead(async () => await pinEpoch(day.arena));
    expect(await pinEpoch(day.arena)).toMatchObject({ epoch: pinned!.epoch + 1, pinned_at: day.arena.now() });
    expect(await pinEpoch(day.arena)).toBeUndefined();
    day.arena.pass(day.arena.policy.epochSeconds * 1_000);
    expect(await pinEpoch(day.arena)).toMatchObject({ epoch: pinned!.epoch + 2 });
  });

  it('a signature from a clock that was ahead is dated now, so that it does not precede a later commitment', async () => {
    await queueVersion(day.arena);
    await ahead(async () => {
      await claim(day.arena, 'alice');
      await noteSignedRequest(day.arena, 'alice', { message: 'm', signature: 's' });
    });
    const [validator] = await day.arena.database.reader.selectFrom('validators').selectAll().execute();
    expect(validator).toMatchObject({ last_seen_at: day.arena.now(), signed_at: day.arena.now() });
  });

  it('correcting stored times changes nothing while every time is right', async () => {
    await day.tick();
    await queueVersion(day.arena);
    const { runId } = await claim(day.arena, 'alice');
    await heartbeat(day.arena, 'alice', runId);
    const before = await runRow(day.arena, runId);
    expect(await correctStoredTimes(day.arena)).toEqual({});
    // Forward and back, with nothing done meanwhile.
    await ahead(async () => {});
    // Another server's clock is a little behind this one's.
    day.arena.pass(-30_000);
    expect(await correctStoredTimes(day.arena)).toEqual({});
    expect(await runRow(day.arena, runId)).toEqual(before);
    expect((await day.events()).some(({ what }) => what === 'clock.corrected')).toBe(false);
  });
});
