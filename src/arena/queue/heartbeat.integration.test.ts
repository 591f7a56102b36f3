import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onBothEngines } from '../../store/testing/every-engine.ts';
import { scaled } from '../../testing/scaled.ts';
import { cancelVersion } from '../operator/cancel-version.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { claim, eventsOf, MINUTE, queueVersion, runRow, success } from '../testing/sample-queue.ts';
import { completeRun } from './complete-run.ts';
import { heartbeat } from './heartbeat.ts';
import { reapRuns } from './reap-runs.ts';

onBothEngines('a heartbeat', (makeDatabase, engine) => {
  let arena: SampleArena;
  let runId: string;
  let version: string;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
    version = await queueVersion(arena);
    runId = (await claim(arena, 'alice')).runId;
  });
  afterEach(async () => await arena.close());

  /** How many transactions wait for another one. */
  async function waitingForLock(): Promise<number> {
    const count = sql<string>`(select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock')`;
    const row = await arena.database.reader.selectNoFrom(count.as('waiting')).executeTakeFirstOrThrow();
    return Number(row.waiting);
  }

  it('a heartbeat begins the run once and extends its lease every time', async () => {
    arena.pass(MINUTE);
    expect(await heartbeat(arena, 'alice', runId)).toEqual({ leaseExpiresAt: arena.now() + 600_000 });
    expect(await runRow(arena, runId)).toMatchObject({ status: 'RUNNING', last_heartbeat_at: arena.now() });
    arena.pass(9 * MINUTE);
    const report = { cpu_pct: 40, service_versions: { validator: 'sha256:2' } };
    expect(await heartbeat(arena, 'alice', runId, report)).toEqual({ leaseExpiresAt: arena.now() + 600_000 });
    expect(await runRow(arena, runId)).toMatchObject({
      status: 'RUNNING',
      lease_expires_at: arena.now() + 600_000,
      service_versions: report.service_versions,
    });
    const validators = await arena.database.reader.selectFrom('validators').selectAll().execute();
    expect(validators).toMatchObject([{ cpu_pct: 40, last_seen_at: arena.now(), metrics_at: arena.now() }]);
    expect(await eventsOf(arena, 'run.started')).toHaveLength(1);
  });

  it('concurrent heartbeats begin the run once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => heartbeat(arena, 'alice', runId)));
    expect(await eventsOf(arena, 'run.started')).toHaveLength(1);
  });

  it('a heartbeat is rejected for a missing run or another validator’s run', async () => {
    const strange = '00000000-0000-4000-8000-000000000000';
    await expect(heartbeat(arena, 'alice', strange)).rejects.toMatchObject({ code: 'EVAL_RUN_NOT_FOUND' });
    await expect(heartbeat(arena, 'bob', runId)).rejects.toMatchObject({ code: 'NOT_RUN_OWNER' });
    expect(await runRow(arena, runId)).toMatchObject({ status: 'CLAIMED', last_heartbeat_at: null });
  });

  it('a late heartbeat makes the run stale at once, and another validator can claim it', async () => {
    arena.pass(10 * MINUTE);
    await expect(heartbeat(arena, 'alice', runId)).rejects.toMatchObject({ code: 'LEASE_EXPIRED' });
    expect(await runRow(arena, runId)).toMatchObject({ status: 'STALE' });
    await expect(heartbeat(arena, 'alice', runId)).rejects.toMatchObject({ code: 'LEASE_EXPIRED' });
    expect(await eventsOf(arena, 'run.stale')).toHaveLength(1);
    expect((await claim(arena, 'bob')).agentVersionId).toBe(version);
  });

  it('a heartbeat after the end of the run says so', async () => {
    await completeRun(arena, 'alice', runId, success(3));
    await expect(heartbeat(arena, 'alice', runId)).rejects.toMatchObject({ code: 'RUN_ALREADY_COMPLETE' });
  });

  it('a heartbeat for a cancelled run is answered in the way that makes clients stop', async () => {
    await heartbeat(arena, 'alice', runId);
    await cancelVersion(arena, version, { who: 'operator', reason: 'Withdrawn.' });
    await expect(heartbeat(arena, 'alice', runId)).rejects.toMatchObject({ code: 'LEASE_EXPIRED' });
    expect(await runRow(arena, runId)).toMatchObject({ status: 'CANCELLED', failure_reason: 'Withdrawn.' });
  });

  it('heartbeats cannot hold a run forever', async () => {
    const begun = arena.now();
    await heartbeat(arena, 'alice', runId);
    let beats = 0;
    for (let alive = true; alive; beats++) {
      arena.pass(8 * MINUTE);
      alive = await heartbeat(arena, 'alice', runId).then(
        () => true,
        () => false,
      );
    }
    expect(arena.now() - begun).toBeGreaterThanOrEqual(240 * MINUTE);
    expect(beats).toBeLessThan(40);
    expect(await runRow(arena, runId)).toMatchObject({ status: 'STALE', lease_expires_at: begun + 240 * MINUTE });
  });

  it('a heartbeat written while leases are reaped saves the run', async () => {
    await heartbeat(arena, 'alice', runId);
    arena.pass(10 * MINUTE);
    const written = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    // As written by another server whose clock is slightly behind.
    const beating = arena.database.withTransaction(
      async (transaction) => {
        await transaction
          .updateTable('runs')
          .set({ lease_expires_at: arena.now() + 1 })
          .execute();
        written.resolve();
        await looked.promise;
      },
      { concurrent: true },
    );
    await written.promise;
    const reaping = reapRuns(arena);
    // On SQLite it is queued behind the open transaction. On PostgreSQL it must have found the old lease first.
    if (engine === 'postgres') await vi.waitFor(async () => expect(await waitingForLock()).toBe(1), scaled(10_000));
    looked.resolve();
    await beating;
    expect(await reaping).toEqual({ reaped: 0 });
    expect(await runRow(arena, runId)).toMatchObject({ status: 'RUNNING' });
  });

  it('a missed heartbeat expires the run once', async () => {
    await heartbeat(arena, 'alice', runId);
    expect(await reapRuns(arena)).toEqual({ reaped: 0 });
    arena.pass(10 * MINUTE);
    const reaped = await Promise.all(Array.from({ length: 4 }, () => reapRuns(arena)));
    expect(reaped.reduce((sum, each) => sum + each.reaped, 0)).toBe(1);
    expect(await eventsOf(arena, 'run.stale')).toHaveLength(1);
  });
});
