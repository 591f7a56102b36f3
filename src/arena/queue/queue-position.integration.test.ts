import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { cancelVersion } from '../operator/cancel-version.ts';
import { stopClaims } from '../operator/stop-claims.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import {
  claim,
  failure,
  MINUTE,
  queueRace,
  queueVersion,
  runOnce,
  samplePolicy,
  success,
} from '../testing/sample-queue.ts';
import { claimWork } from './claim-work.ts';
import { completeRun } from './complete-run.ts';
import { queuePosition } from './queue-position.ts';
import { estimateStart } from './validator-capacity.ts';
import { versionState } from './version-state.ts';

onEveryEngine('queue place', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    const policy = samplePolicy({ requiredSuccesses: 2, maxFailedRuns: 2 });
    arena = await openSampleArena(makeDatabase, { policy });
  });
  afterEach(async () => await arena.close());

  const place = async (version: string) => await queuePosition(arena.database.reader, version, arena.now());

  /** Connects validators: each claims once while there is no work. */
  async function meet(...hotkeys: string[]): Promise<void> {
    for (const hotkey of hotkeys) expect(await claimWork(arena, hotkey)).toBeUndefined();
  }

  it('a version has no queue place before it is queued, and a missing version is not found', async () => {
    expect(await place(await arena.addVersion())).toEqual({
      state: 'RECEIVED',
      position: null,
      ahead: 0,
      estimated_start_at: null,
      reason: 'It was received and is not queued.',
    });
    await expect(place('none')).rejects.toMatchObject({ code: 'AGENT_VERSION_NOT_FOUND' });
  });

  it('the queue place is counted in the order of claims', async () => {
    await meet('a', 'b');
    const versions = [];
    for (let index = 0; index < 3; index++) versions.push(await queueVersion(arena, { now: arena.now() + index }));
    const urgent = await queueVersion(arena, { now: arena.now() + 9, priority: 1 });
    expect(await place(urgent)).toMatchObject({ position: 1, ahead: 0, reason: 'It is next.', state: 'QUEUED' });
    expect(await place(versions[0]!)).toMatchObject({ position: 2, ahead: 1, reason: '1 version is ahead of it.' });
    expect(await place(versions[2]!)).toMatchObject({ position: 4, ahead: 3, reason: '3 versions are ahead of it.' });
  });

  it('the queue place does not count versions whose runs are all under way', async () => {
    await meet('a', 'b', 'c');
    const first = await queueVersion(arena, { now: arena.now() - 1 });
    const second = await queueVersion(arena);
    await claim(arena, 'a');
    expect(await place(first)).toMatchObject({
      state: 'RUNNING',
      position: 1,
      reason: '1 validator runs it now. It is next for the next run.',
    });
    await claim(arena, 'b');
    expect(await place(first)).toMatchObject({ position: null, ahead: 0, reason: '2 validators run it now.' });
    expect(await place(second)).toMatchObject({ position: 1, reason: 'It is next.' });
  });

  it('the queue place has an estimate from the connected validators and run times', async () => {
    await meet('a', 'b');
    const first = await queueVersion(arena, { now: arena.now() - 2 });
    expect(await place(first)).toMatchObject({ estimated_start_at: new Date(arena.now()).toISOString() });
    const busy = [await claim(arena, 'a'), await claim(arena, 'b')];
    const second = await queueVersion(arena, { now: arena.now() - 1 });
    const third = await queueVersion(arena);
    expect(await place(second)).toMatchObject({ estimated_start_at: null });
    arena.pass(4 * MINUTE);
    await completeRun(arena, 'a', busy[0]!.runId, success(3));
    // One validator is free and takes the second; the third waits for the second's other run and one more, by two of
    // them.
    expect(await place(second)).toMatchObject({ estimated_start_at: new Date(arena.now()).toISOString() });
    expect(await place(third)).toMatchObject({
      ahead: 1,
      estimated_start_at: new Date(arena.now() + 4 * MINUTE).toISOString(),
    });
  });

  it('the queue place says when no validator is connected', async () => {
    const version = await queueVersion(arena);
    const silent = 'Waiting for 2 validators: a score needs runs by 2 different validators, and none is connected.';
    expect(await place(version)).toMatchObject({ position: 1, estimated_start_at: null, reason: silent });
    await claim(arena, 'a');
    expect(await place(version)).toMatchObject({
      estimated_start_at: null,
      reason:
        '1 validator runs it now. Waiting for 1 more validator: a score needs runs by 2 different validators, and 1 is connected.',
    });
    arena.pass(20 * MINUTE);
    expect(await place(version)).toMatchObject({ reason: expect.stringContaining('none is connected') });
  });

  it('the queue place has no estimate when no connected validator can take the run', async () => {
    await meet('a');
    const version = await queueVersion(arena);
    expect(await place(version)).toMatchObject({ estimated_start_at: new Date(arena.now()).toISOString() });
    await runOnce(arena, 'a', success(5));
    expect(await place(version)).toMatchObject({
      position: 1,
      estimated_start_at: null,
      reason:
        '1 of 2 runs is done. Waiting for 1 more validator: a score needs runs by 2 different validators, and 1 is connected.',
    });
  });

  it('the queue place says when claims are paused, why and until when', async () => {
    await meet('a', 'b');
    const version = await queueVersion(arena);
    await stopClaims(arena, { who: 'operator', reason: 'The sandbox is being repaired.' });
    expect(await place(version)).toMatchObject({
      estimated_start_at: null,
      reason: 'Claims are stopped by the operator: The sandbox is being repaired.',
    });
    const releaseAt = arena.now() + MINUTE;
    await stopClaims(arena, { who: 'operator', reason: 'Repairs.', releaseAt });
    const until = new Date(releaseAt).toISOString();
    expect(await place(version)).toMatchObject({
      estimated_start_at: until,
      reason: `Claims are stopped by the operator until ${until}: Repairs.`,
    });
  });

  it('the queue place says when one more opinion is awaited, and when none can give it', async () => {
    await meet('a', 'b', 'c');
    const version = await queueVersion(arena);
    await runOnce(arena, 'a', success(1));
    await runOnce(arena, 'b', success(4));
    expect(await place(version)).toMatchObject({
      state: 'RUNNING',
      reason: '2 of 3 runs are done. Its validators disagree, so one more run is needed.',
    });
    await runOnce(arena, 'c', success(2));
    expect(await place(version)).toMatchObject({
      state: 'ELIGIBLE',
      position: null,
      reason: '3 validators have run it.',
    });
    const other = await queueVersion(arena, { requiredSuccesses: 3 });
    for (const hotkey of ['a', 'b', 'c']) await runOnce(arena, hotkey, success(hotkey === 'a' ? 0 : 5));
    expect(await place(other)).toMatchObject({
      reason: expect.stringMatching('Waiting for 1 more validator: .* 4 different validators, and 3 are connected'),
      estimated_start_at: null,
    });
  });

  it('the queue place says whose fault it is when there will be no score', async () => {
    const ours = await queueVersion(arena);
    for (const hotkey of ['a', 'b']) await runOnce(arena, hotkey, failure());
    expect(await place(ours)).toMatchObject({ state: 'CANCELLED', reason: expect.stringContaining('our fault') });
    const theirs = await queueVersion(arena);
    for (const hotkey of ['a', 'b']) await runOnce(arena, hotkey, failure('agent'));
    expect(await place(theirs)).toMatchObject({ state: 'CANCELLED', reason: expect.stringContaining('agent itself') });
    const gone = await queueVersion(arena);
    await cancelVersion(arena, gone, { who: 'operator', reason: 'Withdrawn.' });
    expect(await place(gone)).toMatchObject({ state: 'CANCELLED', reason: 'It was cancelled: Withdrawn.' });
  });

  it('a racing version has the queue place of its race', async () => {
    await meet('a', 'b');
    const { agentVersionId } = await queueRace(arena);
    expect(await place(agentVersionId)).toMatchObject({ position: 1, reason: 'It is next.' });
  });
});

describe('the state of a version', () => {
  const standing = { cancelled_at: null, discarded_at: null, final_score: null, item: null };
  const item = { closed_at: null, active_count: 0, success_count: 0 };

  it('the state of a version follows from its events', () => {
    expect(versionState(standing)).toBe('RECEIVED');
    expect(versionState({ ...standing, item })).toBe('QUEUED');
    expect(versionState({ ...standing, item: { ...item, active_count: 1 } })).toBe('RUNNING');
    expect(versionState({ ...standing, item: { ...item, success_count: 1 } })).toBe('RUNNING');
    expect(versionState({ ...standing, item: { ...item, closed_at: 1 } })).toBe('CANCELLED');
    expect(versionState({ ...standing, item, final_score: 0 })).toBe('ELIGIBLE');
    expect(versionState({ ...standing, item, final_score: 0.5, discarded_at: 1 })).toBe('DISCARDED');
    expect(versionState({ ...standing, final_score: 0.5, discarded_at: 1, cancelled_at: 1 })).toBe('CANCELLED');
  });
});

describe('estimated start', () => {
  it('the estimated start is now while a validator is free, otherwise after the rounds of work ahead', () => {
    const force = { capacity: 2, busy: 0, runMilliseconds: 100 };
    expect([0, 1, 2, 3, 4].map((ahead) => estimateStart(force, ahead, 1_000))).toEqual([1000, 1000, 1050, 1100, 1150]);
    expect(estimateStart({ ...force, busy: 2 }, 0, 1_000)).toBe(1_050);
    expect(estimateStart({ ...force, capacity: 0 }, 0, 1_000)).toBeUndefined();
    expect(estimateStart({ ...force, runMilliseconds: undefined }, 2, 1_000)).toBeUndefined();
  });
});
