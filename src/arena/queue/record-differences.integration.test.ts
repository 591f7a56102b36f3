import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { claim, eventsOf, PROBLEMS, queueRace, queueVersion, samplePolicy, success } from '../testing/sample-queue.ts';
import { completeRun } from './complete-run.ts';
import { recordProgress } from './record-progress.ts';
import { runProblems } from './run-problems.ts';

onEveryEngine('completed items', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, { problems: PROBLEMS, policy: samplePolicy() });
  });
  afterEach(async () => await arena.close());

  /** A run in which only the problems at these positions were solved. */
  async function run(hotkey: string, ...solved: number[]): Promise<void> {
    const { runId } = await claim(arena, hotkey);
    const problems = await runProblems(arena, hotkey, runId);
    const updates = problems.map(({ problem_id }, place) =>
      solved.includes(place)
        ? ({ problem_id, status: 'SUCCESS', score: 1 } as const)
        : ({ problem_id, status: 'FAILED', score: 0 } as const),
    );
    await recordProgress(arena, hotkey, runId, updates);
    await completeRun(arena, hotkey, runId, success(solved.length));
  }

  it('reports that outcomes differ although the scores do not', async () => {
    const version = await queueVersion(arena);
    await run('a', 0, 1);
    await run('b', 0, 1);
    expect(await eventsOf(arena, 'item.outcomes_differ')).toEqual([]);
    await run('c', 1, 2);
    expect(await eventsOf(arena, 'item.disagreement')).toEqual([]);
    expect(await eventsOf(arena, 'item.outcomes_differ')).toMatchObject([
      { subject: `version ${version}`, data: { phase: 'QUALIFYING', differing_problems: 2 } },
    ]);
  });

  it('reports no difference when all validators found the same', async () => {
    await queueVersion(arena);
    for (const hotkey of ['a', 'b', 'c']) await run(hotkey, 0, 3);
    expect(await eventsOf(arena, 'version.eligible')).toHaveLength(1);
    expect(await eventsOf(arena, 'item.outcomes_differ')).toEqual([]);
  });

  it('a race reports that outcomes differ, but not on how many problems', async () => {
    await queueRace(arena);
    await run('a', 0);
    await run('b', 1);
    const [event] = await eventsOf(arena, 'item.outcomes_differ');
    expect(event).toMatchObject({ data: { phase: 'RACE', race_number: 7 } });
    expect(event!.data).not.toHaveProperty('differing_problems');
  });
});
