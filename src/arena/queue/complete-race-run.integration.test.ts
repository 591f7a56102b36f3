import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import {
  claim,
  entryRow,
  eventsOf,
  failure,
  PROBLEMS,
  queueRace,
  runOnce,
  runRow,
  samplePolicy,
  success,
} from '../testing/sample-queue.ts';
import { completeRun } from './complete-run.ts';

onEveryEngine('completing a race run', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, { problems: PROBLEMS, policy: samplePolicy() });
  });
  afterEach(async () => await arena.close());

  const racer = async () => await arena.database.reader.selectFrom('racers').selectAll().executeTakeFirstOrThrow();

  it('completing a race run publishes no score while the race runs', async () => {
    const { agentVersionId } = await queueRace(arena);
    const first = await runOnce(arena, 'a', success(1));
    const second = await runOnce(arena, 'b', success(4));
    expect(second.workItem).toEqual({ includedSuccessCount: 2, requiredSuccesses: 3, isClosed: false });
    const third = await runOnce(arena, 'c', success(4));
    expect(third.workItem).toMatchObject({ isClosed: true });
    for (const answer of [first, second, third]) {
      expect(answer).toMatchObject({ finalScore: null, becameEligible: false });
    }
    expect(await racer()).toMatchObject({ race_score: 0.8 });
    expect(await entryRow(arena, agentVersionId)).toMatchObject({ final_score: 0.5 });
    const events = [
      ...(await eventsOf(arena, 'run.completed')),
      ...(await eventsOf(arena, 'item.disagreement')),
      ...(await eventsOf(arena, 'racer.scored')),
    ];
    expect(events).toHaveLength(5);
    for (const { data } of events) {
      expect(JSON.stringify(data)).not.toMatch(/"(score|final_score|race_score|spread|success_rate)"/);
    }
  });

  it('a race run is retried however often it failed, because the race has its own deadline', async () => {
    await queueRace(arena, { requiredSuccesses: 1 });
    const { maxFailedRuns } = arena.policy.queue;
    for (let failed = 0; failed <= maxFailedRuns; failed++) {
      const { workItem } = await runOnce(arena, `validator ${failed}`, failure('platform'));
      expect(workItem).toMatchObject({ isClosed: false });
    }
    expect(await runOnce(arena, 'the one that works', success(4))).toMatchObject({ workItem: { isClosed: true } });
    expect(await racer()).toMatchObject({ race_score: 0.8 });
  });

  it('completing a run of a race that is over counts for nothing', async () => {
    const { agentVersionId } = await queueRace(arena, { requiredSuccesses: 1 });
    const { runId } = await claim(arena, 'a');
    await arena.database.withTransaction(
      async (transaction) => void (await transaction.updateTable('races').set({ state: 'race_complete' }).execute()),
    );
    expect(await completeRun(arena, 'a', runId, success(4))).toMatchObject({ workItem: { isClosed: false } });
    expect(await runRow(arena, runId)).toMatchObject({ status: 'SUCCESS', is_included: false });
    expect(await racer()).toMatchObject({ agent_version_id: agentVersionId, race_score: null });
  });
});
