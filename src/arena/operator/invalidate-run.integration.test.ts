import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { completeRun } from '../queue/complete-run.ts';
import { recordProgress } from '../queue/record-progress.ts';
import { runProblems } from '../queue/run-problems.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import {
  claim,
  entryRow,
  eventsOf,
  itemRow,
  MINUTE,
  PROBLEMS,
  queueRace,
  queueVersion,
  runOnce,
  runRow,
  success,
} from '../testing/sample-queue.ts';
import type { ProblemUpdate } from '../wire/work-wire.ts';
import { invalidateRun } from './invalidate-run.ts';

const ACT = { who: 'operator', reason: 'A good one' };
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

onEveryEngine('invalidating a run', (makeDatabase) => {
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

  it('invalidating a run reopens the version, which has no score until another run', async () => {
    const { version, runs } = await scored(3, 3, 3);
    expect(await invalidateRun(arena, runs[1]!, ACT)).toEqual({ runId: runs[1], consequence: 'reopened' });
    expect(await runRow(arena, runs[1]!)).toMatchObject({
      status: 'SUCCESS',
      is_included: false,
      invalidated_by: 'operator',
      invalidation_reason: 'A good one',
    });
    expect(await entryRow(arena, version)).toMatchObject({ final_score: null, success_rate: null, eligible_at: null });
    expect(await eventsOf(arena, 'run.invalidated')).toMatchObject([
      { why: 'A good one. The version has no score until another validator has run it.' },
    ]);
    expect(await runOnce(arena, 'w', success(3))).toMatchObject({ becameEligible: true, finalScore: 0.6 });
    await expect(invalidateRun(arena, runs[1]!, ACT)).rejects.toMatchObject({ code: 'ALREADY_INVALIDATED' });
    await expect(invalidateRun(arena, UNKNOWN_ID, ACT)).rejects.toMatchObject({ code: 'EVAL_RUN_NOT_FOUND' });
  });

  it('invalidating a run takes back the models that only its validator reported', async () => {
    const version = await queueVersion(arena);
    const runs: string[] = [];
    for (const [hotkey, models] of [
      ['v0', 'honest/model'],
      ['v1', 'honest/model, invented/model'],
    ] as const) {
      const { runId } = await claim(arena, hotkey);
      const [problem] = await runProblems(arena, hotkey, runId);
      const update = {
        problem_id: problem!.problem_id,
        status: 'SUCCESS',
        score: 1,
        score_components_summary: { models },
      };
      await recordProgress(arena, hotkey, runId, [update as ProblemUpdate]);
      await completeRun(arena, hotkey, runId, success(3));
      runs.push(runId);
    }
    const models = async () => {
      const reader = arena.database.reader.selectFrom('version_models').select('model');
      const rows = await reader.where('agent_version_id', '=', version).execute();
      return rows.map(({ model }) => model).toSorted();
    };
    expect(await models()).toEqual(['honest/model', 'invented/model']);
    await invalidateRun(arena, runs[1]!, ACT);
    expect(await models()).toEqual(['honest/model']);
  });

  it('invalidating the one run that disagreed keeps the version’s score from the others', async () => {
    const { version, runs } = await scored(0, 4, 4, 4);
    expect(await entryRow(arena, version)).toMatchObject({ final_score: 0.8 });
    expect(await invalidateRun(arena, runs[0]!, ACT)).toMatchObject({ consequence: 'recomputed' });
    expect(await entryRow(arena, version)).toMatchObject({ final_score: 0.8, success_rate: 0.8 });
    expect(await itemRow(arena, version)).toMatchObject({
      close_reason: 'complete',
      required_successes: 3,
      disagreement_at: null,
    });
  });

  it('invalidating one of several runs that disagree lets the rest wait for another opinion', async () => {
    const { version, runs } = await scored(0, 4, 2, 2);
    expect(await entryRow(arena, version)).toMatchObject({ final_score: 0.4 });
    arena.pass(MINUTE);
    expect(await invalidateRun(arena, runs[3]!, ACT)).toMatchObject({ consequence: 'reopened' });
    expect(await itemRow(arena, version)).toMatchObject({
      closed_at: null,
      required_successes: 4,
      disagreement_at: arena.now(),
    });
    expect(await runOnce(arena, 'w', success(4))).toMatchObject({ finalScore: 0.6 });
  });

  it('invalidating a run of an open item only removes it from the count', async () => {
    const { version, runs } = await scored(3, 3);
    expect(await invalidateRun(arena, runs[0]!, ACT)).toMatchObject({ consequence: 'none' });
    expect(await runOnce(arena, 'v0', success(3)).catch(() => 'nothing')).toBe('nothing');
    arena.pass(5 * MINUTE);
    await runOnce(arena, 'v0', success(3));
    expect(await itemRow(arena, version)).toMatchObject({ closed_at: null });
    const { runId } = await claim(arena, 'w');
    expect(await invalidateRun(arena, runId, ACT)).toMatchObject({ consequence: 'none' });
    expect(await runRow(arena, runId)).toMatchObject({ status: 'CANCELLED' });
  });

  it('a racer’s score can be invalidated while the race runs, and not after it', async () => {
    const { raceId } = await queueRace(arena, { requiredSuccesses: 2 });
    const runs = [await runOnce(arena, 'a', success(3)), await runOnce(arena, 'b', success(3))];
    const race = async () => await arena.database.reader.selectFrom('races').selectAll().executeTakeFirstOrThrow();
    const racer = async () => await arena.database.reader.selectFrom('racers').selectAll().executeTakeFirstOrThrow();
    expect([(await race()).scored_count, (await racer()).race_score]).toEqual([1, 0.6]);
    expect(await invalidateRun(arena, runs[0]!.runId, ACT)).toMatchObject({ consequence: 'reopened' });
    expect([(await race()).scored_count, (await racer()).race_score]).toEqual([0, null]);
    await runOnce(arena, 'c', success(3));
    expect([(await race()).scored_count, (await racer()).race_score]).toEqual([1, 0.6]);
    await arena.database.withTransaction(
      async (transaction) => void (await transaction.updateTable('races').set({ state: 'promoted' }).execute()),
    );
    expect(await invalidateRun(arena, runs[1]!.runId, ACT)).toMatchObject({ consequence: 'none' });
    expect(await racer()).toMatchObject({ race_id: raceId, race_score: 0.6 });
  });
});
