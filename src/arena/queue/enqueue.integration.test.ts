import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { eventsOf, itemRow, queueVersion, runOnce, success } from '../testing/sample-queue.ts';
import { enqueue } from './enqueue.ts';

onEveryEngine('a version', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(async () => await arena.close());

  it('a version is queued once, however often requested', async () => {
    const version = await queueVersion(arena);
    const item = await itemRow(arena, version);
    await queueVersion(arena, { agentVersionId: version });
    expect(await arena.database.reader.selectFrom('work_items').selectAll().execute()).toEqual([item]);
    expect(await eventsOf(arena, 'version.queued')).toMatchObject([
      { subject: `version ${version}`, data: { work_item_id: item.work_item_id, required_successes: 3, round: 0 } },
    ]);
  });

  it('a version with a completed run is queued for another round', async () => {
    const version = await queueVersion(arena, { requiredSuccesses: 1 });
    await runOnce(arena, 'a', success(3));
    await queueVersion(arena, { agentVersionId: version });
    expect(await itemRow(arena, version)).toMatchObject({ round: 1, closed_at: null });
  });

  it('a missing version is not queued', async () => {
    const queueing = arena.database.withTransaction(
      async (transaction) =>
        await enqueue(transaction, {
          agentVersionId: 'none',
          suiteId: arena.suiteId,
          phase: 'QUALIFYING',
          setId: 'none',
          requiredSuccesses: 1,
          priority: 0,
          now: arena.now(),
        }),
    );
    await expect(queueing).rejects.toMatchObject({ code: 'AGENT_VERSION_NOT_FOUND' });
  });
});
