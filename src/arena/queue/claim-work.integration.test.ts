import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothEngines } from '../../store/testing/every-engine.ts';
import { scaled } from '../../testing/scaled.ts';
import { banHotkey, unbanHotkey } from '../operator/ban-hotkey.ts';
import { releaseClaims, stopClaims } from '../operator/stop-claims.ts';
import { updateValidator } from '../operator/update-validator.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import {
  claim,
  eventsOf,
  failure,
  MINUTE,
  queueRace,
  queueVersion,
  runOnce,
  runRow,
  samplePolicy,
  success,
} from '../testing/sample-queue.ts';
import { claimWork } from './claim-work.ts';
import { resumeClaim } from './resume-claim.ts';

const OPERATOR = { who: 'operator', reason: 'A test.' };

onBothEngines('a claim', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, { policy: samplePolicy({ requiredSuccesses: 2 }) });
  });
  afterEach(async () => await arena.close());

  it('a claim returns the run with everything needed to begin it, and a lease', async () => {
    const version = await queueVersion(arena, { version: { hotkey: 'miner' } });
    const work = await claim(arena, 'alice');
    expect(work).toEqual({
      runId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      agentVersionId: version,
      suiteId: arena.suiteId,
      phase: 'QUALIFYING',
      raceId: null,
      leaseExpiresAt: arena.now() + 600_000,
      codeSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      minerHotkey: 'miner',
    });
    expect(await runRow(arena, work.runId)).toMatchObject({ status: 'CLAIMED', is_included: false });
    expect(await eventsOf(arena, 'run.claimed')).toMatchObject([
      {
        who: 'alice',
        subject: `run ${work.runId}`,
        data: { agent_version_id: version, miner_hotkey: 'miner', phase: 'QUALIFYING', validator_hotkey: 'alice' },
      },
    ]);
  });

  it('a claim without waiting work returns nothing and registers the validator', async () => {
    const report = { service_versions: { proxy: 'sha256:1' }, cpu_pct: 12.5, docker_container_count: 3 };
    expect(await claimWork(arena, 'alice', report)).toBeUndefined();
    const validator = await arena.database.reader.selectFrom('validators').selectAll().executeTakeFirstOrThrow();
    expect(validator).toMatchObject({ ...report, hotkey: 'alice', max_concurrent_runs: 1, ram_pct: null });
    expect([validator.registered_at, validator.last_claim_at, validator.metrics_at]).toEqual(
      Array.from({ length: 3 }, () => arena.now()),
    );
    arena.pass(MINUTE);
    await claimWork(arena, 'alice', { ram_pct: 50 });
    expect(await arena.database.reader.selectFrom('validators').selectAll().execute()).toMatchObject([
      { registered_at: arena.now() - MINUTE, last_claim_at: arena.now(), cpu_pct: 12.5, ram_pct: 50 },
    ]);
  });

  it('a claim keeps a bounded part of the validator’s report', async () => {
    const service_versions = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`${index}-${'n'.repeat(90)}`, `v\0${'x'.repeat(190)}`]),
    );
    await claimWork(arena, 'alice', { service_versions, cpu_pct: 250, ram_pct: -1 });
    const validator = await arena.database.reader.selectFrom('validators').selectAll().executeTakeFirstOrThrow();
    expect(validator).toMatchObject({ cpu_pct: 100, ram_pct: 0 });
    const kept = Object.entries(validator.service_versions!);
    expect(kept).toHaveLength(10);
    for (const [name, version] of kept) expect([name.length, version.length]).toEqual([64, 128]);
  });

  it('a claim takes the highest priority first, then the longest wait', async () => {
    const late = await queueVersion(arena, { now: arena.now() + 2 });
    const early = await queueVersion(arena, { now: arena.now() + 1 });
    const urgent = await queueVersion(arena, { now: arena.now() + 3, priority: 5 });
    const order: string[] = [];
    for (const hotkey of ['a', 'b', 'c', 'd', 'e', 'f']) order.push((await claim(arena, hotkey)).agentVersionId);
    expect(order).toEqual([urgent, urgent, early, early, late, late]);
    expect(await claimWork(arena, 'g')).toBeUndefined();
  });

  it('a claim looks past the first pages of items that are not for the validator', {
    timeout: scaled(60_000),
  }, async () => {
    for (let index = 0; index < 60; index++) await queueVersion(arena, { requiredSuccesses: 1, now: index + 1 });
    for (let index = 0; index < 59; index++) await claim(arena, `validator-${index}`);
    expect(await claimWork(arena, 'last')).toBeDefined();
    expect(await claimWork(arena, 'too late')).toBeUndefined();
  });

  it('a claim names the run that the validator already holds, so that it can continue after a lost answer', async () => {
    await queueVersion(arena);
    await queueVersion(arena);
    const work = await claim(arena, 'alice');
    arena.pass(MINUTE);
    await expect(claimWork(arena, 'alice')).rejects.toMatchObject({
      code: 'AT_CAPACITY',
      extra: { eval_run_id: work.runId, lease_expires_at: new Date(work.leaseExpiresAt).toISOString() },
    });
    expect(await resumeClaim(arena, 'alice', work.runId)).toEqual(work);
    await expect(resumeClaim(arena, 'bob', work.runId)).rejects.toMatchObject({ code: 'NOT_RUN_OWNER' });
    await expect(resumeClaim(arena, 'bob', 'none')).rejects.toMatchObject({ code: 'EVAL_RUN_NOT_FOUND' });
  });

  it('a validator may hold several runs if allowed, but never of the same item', async () => {
    await claimWork(arena, 'alice');
    await queueVersion(arena);
    await queueVersion(arena);
    await updateValidator(arena, 'alice', { ...OPERATOR, maxConcurrentRuns: 3 });
    const held = [await claim(arena, 'alice'), await claim(arena, 'alice')];
    expect(new Set(held.map(({ agentVersionId }) => agentVersionId)).size).toBe(2);
    expect(await claimWork(arena, 'alice')).toBeUndefined();
  });

  it('concurrent claims never give out more runs than an item needs', async () => {
    await queueVersion(arena);
    await queueVersion(arena);
    const asked = await Promise.all(Array.from({ length: 12 }, (_, index) => claimWork(arena, `validator-${index}`)));
    const given = asked.filter((work) => work !== undefined);
    expect(given).toHaveLength(4);
    const perVersion = Map.groupBy(given, ({ agentVersionId }) => agentVersionId);
    expect([...perVersion.values()].map(({ length }) => length)).toEqual([2, 2]);
  });

  it('concurrent claims of one validator give it one run', async () => {
    for (let index = 0; index < 4; index++) await queueVersion(arena);
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => claimWork(arena, 'alice')));
    const given = asked.filter(({ status }) => status === 'fulfilled');
    expect(given).toHaveLength(1);
    for (const each of asked) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'AT_CAPACITY' });
    }
  });

  it('a claim first takes expired runs from other validators', async () => {
    await queueVersion(arena, { requiredSuccesses: 1 });
    const lost = await claim(arena, 'alice');
    arena.pass(10 * MINUTE - 1);
    expect(await claimWork(arena, 'bob')).toBeUndefined();
    arena.pass(1);
    expect((await claim(arena, 'bob')).agentVersionId).toBe(lost.agentVersionId);
    expect(await runRow(arena, lost.runId)).toMatchObject({ status: 'STALE', completed_at: null });
    expect(await eventsOf(arena, 'run.stale')).toMatchObject([{ who: 'arena', data: { validator_hotkey: 'alice' } }]);
  });

  it('a claim offers a validator an item it failed on, after a delay, when there is no other', async () => {
    const hard = await queueVersion(arena);
    await runOnce(arena, 'alice', failure());
    expect(await claimWork(arena, 'alice')).toBeUndefined();
    arena.pass(5 * MINUTE);
    const other = await queueVersion(arena);
    expect((await claim(arena, 'bob')).agentVersionId).toBe(hard);
    expect((await runOnce(arena, 'alice', success(3))).workItem.isClosed).toBe(false);
    expect((await claim(arena, 'alice')).agentVersionId).toBe(hard);
    expect((await claim(arena, 'carol')).agentVersionId).toBe(other);
  });

  it('a failed item is offered to the only validator with growing delays, until the arena gives up', async () => {
    const version = await queueVersion(arena);
    for (const minutes of [5, 10, 20, 40, 80]) {
      await runOnce(arena, 'alice', failure('platform'));
      arena.pass(minutes * MINUTE - 1);
      expect(await claimWork(arena, 'alice'), `${minutes} minutes`).toBeUndefined();
      arena.pass(1);
    }
    expect((await claim(arena, 'alice')).agentVersionId).toBe(version);
  });

  it('a validator does not get an item that already counts its run', async () => {
    await queueVersion(arena);
    await runOnce(arena, 'alice', success(3));
    arena.pass(60 * MINUTE);
    expect(await claimWork(arena, 'alice')).toBeUndefined();
  });

  it('a validator does not get its own submissions', async () => {
    await queueVersion(arena, { version: { hotkey: 'alice' } });
    expect(await claimWork(arena, 'alice')).toBeUndefined();
    expect(await claim(arena, 'bob')).toMatchObject({ minerHotkey: 'alice' });
  });

  it('a race run can be claimed only while the race runs', async () => {
    const { raceId } = await queueRace(arena);
    expect(await claim(arena, 'alice')).toMatchObject({ phase: 'RACE', raceId });
    await arena.database.withTransaction(
      async (transaction) => void (await transaction.updateTable('races').set({ state: 'race_complete' }).execute()),
    );
    expect(await claimWork(arena, 'bob')).toBeUndefined();
  });

  it('no work is given out while the operator has paused claims, until the pause ends', async () => {
    await queueVersion(arena);
    await stopClaims(arena, OPERATOR);
    expect(await claimWork(arena, 'alice')).toBeUndefined();
    await releaseClaims(arena, OPERATOR);
    await claim(arena, 'alice');
    await stopClaims(arena, { ...OPERATOR, releaseAt: arena.now() + MINUTE });
    expect(await claimWork(arena, 'bob')).toBeUndefined();
    arena.pass(MINUTE);
    await claim(arena, 'bob');
  });

  it('a banned validator gets no work, and its run goes to others', async () => {
    const version = await queueVersion(arena, { requiredSuccesses: 1 });
    const { runId } = await claim(arena, 'alice');
    await banHotkey(arena, 'alice', 'validator', OPERATOR);
    expect(await runRow(arena, runId)).toMatchObject({ status: 'STALE' });
    expect(await claimWork(arena, 'alice')).toBeUndefined();
    expect((await claim(arena, 'bob')).agentVersionId).toBe(version);
    await unbanHotkey(arena, 'alice', 'validator', OPERATOR);
    await queueVersion(arena);
    await claim(arena, 'alice');
  });
});
