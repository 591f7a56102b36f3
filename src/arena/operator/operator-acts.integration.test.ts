import { afterEach, beforeEach, expect, it } from 'vitest';
import { readEvents } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { claimWork } from '../queue/claim-work.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import {
  claim,
  entryRow,
  eventsOf,
  itemRow,
  MINUTE,
  PROBLEMS,
  queueVersion,
  runOnce,
  runRow,
  success,
} from '../testing/sample-queue.ts';
import { banHotkey, unbanHotkey } from './ban-hotkey.ts';
import { cancelVersion } from './cancel-version.ts';
import { invalidateRun } from './invalidate-run.ts';
import { isBanned } from './is-banned.ts';
import { discardVersion, eliminateVersion, reinstateElimination, reinstateVersion } from './mark-version.ts';
import { reevaluateVersion } from './reevaluate-version.ts';
import { releaseClaims, releaseSubmissions, stopClaims, stopSubmissions } from './stop-claims.ts';
import { stopOf } from './stop-of.ts';
import { updateValidator } from './update-validator.ts';

const ACT = { who: 'operator', reason: 'A good one' };
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

onEveryEngine('operator actions', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, { problems: PROBLEMS });
  });
  afterEach(async () => await arena.close());

  /** A version that three validators have run. */
  async function scored(...solved: number[]): Promise<{ version: string; runs: string[] }> {
    const version = await queueVersion(arena);
    const runs: string[] = [];
    for (const [index, count] of solved.entries()) {
      runs.push((await runOnce(arena, `v${index}`, success(count))).runId);
    }
    return { version, runs };
  }

  it('an operator’s action needs a reason', async () => {
    const mute = { who: 'operator', reason: '  ' };
    const version = await queueVersion(arena);
    const { runId } = await claim(arena, 'a');
    const acts = [
      () => banHotkey(arena, 'a', 'validator', mute),
      () => unbanHotkey(arena, 'a', 'validator', mute),
      () => stopClaims(arena, mute),
      () => releaseClaims(arena, mute),
      () => updateValidator(arena, 'a', { ...mute, maxConcurrentRuns: 2 }),
      () => invalidateRun(arena, runId, mute),
      () => reevaluateVersion(arena, version, mute),
      () => cancelVersion(arena, version, mute),
      () => discardVersion(arena, version, mute),
      () => eliminateVersion(arena, version, mute),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(await runRow(arena, runId)).toMatchObject({ status: 'CLAIMED' });
  });

  it('operator actions that waited for another transaction have the time at which they were made', async () => {
    const [marked, again, cancelled] = [
      await queueVersion(arena),
      await queueVersion(arena),
      await queueVersion(arena),
    ];
    const { runId } = await claim(arena, 'a');
    await banHotkey(arena, 'b', 'validator', ACT);
    await stopSubmissions(arena, ACT);
    const holding = Promise.withResolvers<void>();
    const held = arena.database.withTransaction(async () => await holding.promise);
    const acts = [
      stopClaims(arena, ACT),
      releaseSubmissions(arena, ACT),
      updateValidator(arena, 'a', { ...ACT, maxConcurrentRuns: 2 }),
      invalidateRun(arena, runId, ACT),
      discardVersion(arena, marked, ACT),
      reevaluateVersion(arena, again, ACT),
      cancelVersion(arena, cancelled, ACT),
      banHotkey(arena, 'a', 'miner', ACT),
      unbanHotkey(arena, 'b', 'validator', ACT),
    ];
    // Longer than clocks may differ, for which the ledger allows.
    arena.pass(2 * MINUTE);
    holding.resolve();
    await Promise.all([held, ...acts]);
    const stopped = (await eventsOf(arena, 'claims.stopped'))[0]!;
    const events = await readEvents(arena.database, stopped.sequence - 1, 100);
    expect(new Set(events.map(({ what }) => what)).size).toBeGreaterThanOrEqual(acts.length);
    for (const { what, when } of events) expect(when, what).toBe(arena.now());
  });

  it('an operator bans a hotkey from one role, once, and lifts the ban again', async () => {
    const { reader } = arena.database;
    expect(await banHotkey(arena, 'a', 'miner', ACT)).toEqual({ hotkey: 'a', isBanned: true });
    await banHotkey(arena, 'a', 'miner', { ...ACT, reason: 'Again' });
    expect([await isBanned(reader, 'a', 'miner'), await isBanned(reader, 'a', 'validator')]).toEqual([true, false]);
    const bans = await reader.selectFrom('bans').selectAll().execute();
    expect(bans).toMatchObject([{ hotkey: 'a', role: 'miner', reason: 'A good one' }]);
    await unbanHotkey(arena, 'a', 'miner', ACT);
    await unbanHotkey(arena, 'a', 'miner', ACT);
    expect(await isBanned(reader, 'a', 'miner')).toBe(false);
    expect(await eventsOf(arena, 'hotkey.banned')).toMatchObject([{ who: 'operator', why: 'A good one' }]);
    expect(await eventsOf(arena, 'hotkey.unbanned')).toHaveLength(1);
  });

  it('banning a contestant leaves its version in the queue', async () => {
    const version = await queueVersion(arena, { version: { hotkey: 'miner' } });
    const { runId } = await claim(arena, 'a');
    await banHotkey(arena, 'miner', 'miner', ACT);
    expect(await runRow(arena, runId)).toMatchObject({ status: 'CLAIMED' });
    expect(await itemRow(arena, version)).toMatchObject({ closed_at: null });
  });

  it('claims and submissions can be paused separately, until released or expired', async () => {
    const { reader } = arena.database;
    await stopSubmissions(arena, ACT);
    await stopClaims(arena, { ...ACT, releaseAt: arena.now() + MINUTE });
    expect(await stopOf(reader, 'claims', arena.now())).toMatchObject({ reason: 'A good one', stoppedBy: 'operator' });
    expect(await stopOf(reader, 'claims', arena.now() + MINUTE)).toBeUndefined();
    expect(await stopOf(reader, 'submissions', arena.now() + MINUTE)).toBeDefined();
    await releaseSubmissions(arena, ACT);
    await releaseSubmissions(arena, ACT);
    expect(await stopOf(reader, 'submissions', arena.now())).toBeUndefined();
    expect(await eventsOf(arena, 'submissions.released')).toHaveLength(1);
    expect(await eventsOf(arena, 'claims.stopped')).toHaveLength(1);
  });

  it('a known validator can be allowed 1 to 16 concurrent runs', async () => {
    await claimWork(arena, 'a');
    expect(await updateValidator(arena, 'a', { ...ACT, maxConcurrentRuns: 16 })).toMatchObject({
      max_concurrent_runs: 16,
    });
    for (const maxConcurrentRuns of [0, 17, 1.5]) {
      const change = { ...ACT, maxConcurrentRuns };
      await expect(updateValidator(arena, 'a', change)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    }
    const stranger = updateValidator(arena, 'b', { ...ACT, maxConcurrentRuns: 2 });
    await expect(stranger).rejects.toMatchObject({ code: 'VALIDATOR_NOT_FOUND' });
  });

  it('rerunning a version removes its score at once', async () => {
    const { version, runs } = await scored(3, 3, 3);
    await reevaluateVersion(arena, version, { ...ACT, requiredSuccesses: 1 });
    expect(await entryRow(arena, version)).toMatchObject({ final_score: null, eligible_at: null });
    expect(await itemRow(arena, version)).toMatchObject({ round: 1, required_successes: 1, closed_at: null });
    const [event] = await eventsOf(arena, 'version.reevaluated');
    expect(event).toMatchObject({ who: 'operator', why: expect.stringContaining('score is removed') });
    expect(await runOnce(arena, 'v0', success(5))).toMatchObject({ becameEligible: true, finalScore: 1 });
    expect(await invalidateRun(arena, runs[0]!, ACT)).toMatchObject({ consequence: 'none' });
    expect(await entryRow(arena, version)).toMatchObject({ final_score: 1 });
  });

  it('rerunning a version cancels runs under way, which then count for nothing', async () => {
    const version = await queueVersion(arena);
    const { runId } = await claim(arena, 'a');
    await reevaluateVersion(arena, version, ACT);
    expect(await runRow(arena, runId)).toMatchObject({ status: 'CANCELLED' });
    expect((await claim(arena, 'a')).agentVersionId).toBe(version);
    const items = await arena.database.reader.selectFrom('work_items').selectAll().orderBy('round').execute();
    expect(items).toMatchObject([{ close_reason: 'cancelled' }, { close_reason: null, required_successes: 3 }]);
  });

  it('a missing or cancelled version cannot be rerun', async () => {
    await expect(reevaluateVersion(arena, UNKNOWN_ID, ACT)).rejects.toMatchObject({ code: 'AGENT_VERSION_NOT_FOUND' });
    const version = await queueVersion(arena);
    const wrong = { ...ACT, suiteId: 99 };
    await expect(reevaluateVersion(arena, version, wrong)).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' });
    const none = { ...ACT, requiredSuccesses: 0 };
    await expect(reevaluateVersion(arena, version, none)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await cancelVersion(arena, version, ACT);
    await expect(reevaluateVersion(arena, version, ACT)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('cancelling a version ends all its work, once', async () => {
    const version = await queueVersion(arena);
    const runs = [await claim(arena, 'a'), await claim(arena, 'b')];
    expect(await cancelVersion(arena, version, ACT)).toEqual({ cancelledRuns: 2 });
    expect(await cancelVersion(arena, version, { ...ACT, reason: 'Another' })).toEqual({ cancelledRuns: 0 });
    for (const { runId } of runs) expect(await runRow(arena, runId)).toMatchObject({ status: 'CANCELLED' });
    expect(await itemRow(arena, version)).toMatchObject({ close_reason: 'cancelled' });
    expect(await claimWork(arena, 'c')).toBeUndefined();
    expect(await eventsOf(arena, 'run.cancelled')).toHaveLength(2);
    expect(await eventsOf(arena, 'version.cancelled')).toMatchObject([
      { why: 'A good one', data: { cancelled_runs: 2 } },
    ]);
    await expect(cancelVersion(arena, UNKNOWN_ID, ACT)).rejects.toMatchObject({ code: 'AGENT_VERSION_NOT_FOUND' });
  });

  it('an operator can discard and eliminate versions on a suite, and undo that', async () => {
    const { version } = await scored(3, 3, 3);
    const now = arena.now();
    expect(await discardVersion(arena, version, ACT)).toEqual({
      agentVersionId: version,
      suiteId: arena.suiteId,
      markedAt: now,
    });
    await eliminateVersion(arena, version, { ...ACT, suiteId: arena.suiteId });
    expect(await entryRow(arena, version)).toMatchObject({
      final_score: 0.6,
      discarded_at: now,
      discard_reason: 'A good one',
      eliminated_at: now,
      eliminate_reason: 'A good one',
    });
    await reinstateVersion(arena, version, ACT);
    await reinstateElimination(arena, version, ACT);
    expect(await entryRow(arena, version)).toMatchObject({
      final_score: 0.6,
      discarded_at: null,
      discard_reason: null,
      eliminated_at: null,
      eliminate_reason: null,
    });
    for (const what of ['discarded', 'eliminated', 'reinstated', 'elimination_reinstated']) {
      expect(await eventsOf(arena, `version.${what}`)).toMatchObject([{ who: 'operator', why: 'A good one' }]);
    }
    await expect(discardVersion(arena, UNKNOWN_ID, ACT)).rejects.toMatchObject({ code: 'AGENT_VERSION_NOT_FOUND' });
  });
});
