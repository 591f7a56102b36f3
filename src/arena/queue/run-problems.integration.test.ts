import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { claim, eventsOf, MINUTE, PROBLEMS, queueRace, queueVersion, success } from '../testing/sample-queue.ts';
import { completeRun } from './complete-run.ts';
import { runProblems } from './run-problems.ts';

onEveryEngine('the problems of a run', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, { problems: PROBLEMS });
  });
  afterEach(async () => await arena.close());

  it('the problems of a run come complete and in order, with their reporting ids', async () => {
    await queueVersion(arena);
    const { runId } = await claim(arena, 'alice');
    const problems = await runProblems(arena, 'alice', runId);
    const stored = await arena.database.reader.selectFrom('set_problems').selectAll().orderBy('position').execute();
    expect(problems.map(({ problem_id }) => problem_id)).toEqual(stored.map(({ problem_id }) => problem_id));
    for (const { problem_id, suite_id, metadata } of problems) {
      expect(suite_id).toBe(arena.suiteId);
      expect(metadata).toMatchObject({ problem_id, query: expect.any(String), reward: expect.anything() });
    }
    expect(await arena.database.reader.selectFrom('exposures').selectAll().execute()).toEqual([]);
  });

  it('the problems of a run are given only to the holder of the lease', async () => {
    await queueVersion(arena);
    const { runId } = await claim(arena, 'alice');
    await expect(runProblems(arena, 'bob', runId)).rejects.toMatchObject({ code: 'NOT_RUN_OWNER' });
    await expect(runProblems(arena, 'bob', 'x')).rejects.toMatchObject({ code: 'EVAL_RUN_NOT_FOUND' });
    arena.pass(10 * MINUTE);
    await expect(runProblems(arena, 'alice', runId)).rejects.toMatchObject({ code: 'LEASE_EXPIRED' });
    const again = await claim(arena, 'bob');
    await completeRun(arena, 'bob', again.runId, success(2));
    await expect(runProblems(arena, 'bob', again.runId)).rejects.toMatchObject({ code: 'RUN_ALREADY_COMPLETE' });
  });

  it('race problems are given out only after their viewer is recorded, without naming them', async () => {
    const { raceId, agentVersionId } = await queueRace(arena);
    const { runId } = await claim(arena, 'alice');
    await expect(runProblems(arena, 'bob', runId)).rejects.toMatchObject({ code: 'NOT_RUN_OWNER' });
    expect(await arena.database.reader.selectFrom('exposures').selectAll().execute()).toEqual([]);
    const problems = await runProblems(arena, 'alice', runId);
    await runProblems(arena, 'alice', runId);
    expect(await arena.database.reader.selectFrom('exposures').selectAll().execute()).toEqual([
      { race_id: raceId, agent_version_id: agentVersionId, validator_hotkey: 'alice', exposed_at: arena.now() },
    ]);
    const events = await eventsOf(arena, 'problems.exposed');
    expect(events).toMatchObject([{ subject: 'race 7', data: { race_number: 7, validator_hotkey: 'alice' } }]);
    for (const { problem_id } of problems) expect(JSON.stringify(events)).not.toContain(problem_id);
  });
});
