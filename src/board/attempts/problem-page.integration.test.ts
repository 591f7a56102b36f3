import { afterEach, beforeEach, expect, it } from 'vitest';
import { activateSuite, createSuite } from '../../arena/exam.ts';
import { publishRetirements } from '../../arena/race/publish-retirements.ts';
import { finishRacer } from '../../arena/testing/sample-race.ts';
import { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import type { Problem } from '../../problems/problem.ts';
import { parseProblem } from '../../problems/problem-wire.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { addItem, addResult, addRun, suiteProblemIds } from '../testing/sample-runs.ts';
import { ANONYMOUS, type Viewer } from '../viewer.ts';
import { problemPageSchema, runProblemsSchema } from '../wire/problem-page-wire.ts';
import { attemptPage } from './attempt-page.ts';
import { problemPage } from './problem-page.ts';
import { problemsOfRun } from './problems-of-run.ts';

const OWNER: Viewer = { hotkey: 'owner', isAdmin: false };
const OPERATOR: Viewer = { hotkey: null, isAdmin: true };
const PAGE = { limit: 100, offset: 0 };
const UNKNOWN = '00000000-0000-0000-0000-000000000000';

onEveryEngine('the page of a problem', (makeDatabase) => {
  let day: SampleRaceDay;
  let run: string;
  let ids: string[];
  let problem: string;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
    const version = await day.arena.addVersion({ hotkey: 'owner', name: 'red fox', finalScore: 0.9 });
    ids = await suiteProblemIds(day.arena);
    problem = ids[0]!;
    const work_item_id = await addItem(day.arena, version);
    run = await addRun(day.arena, { work_item_id, validator_hotkey: 'a' });
    await addResult(day.arena, { run_id: run, problem_id: problem });
    const other = await addRun(day.arena, { work_item_id, validator_hotkey: 'b' });
    await addResult(day.arena, { run_id: other, problem_id: problem, status: 'FAILED', score: 0 });
  });
  afterEach(async () => await day.remove());

  const look = (viewer: Viewer, id = problem) => problemPage(day.arena, id, PAGE, viewer);
  async function closeItems(): Promise<void> {
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('work_items').set({ closed_at: 1 }).execute();
    });
  }
  async function sourceOf(id: string): Promise<string> {
    const rows = day.arena.database.reader.selectFrom('set_problems').select('source_id');
    return (await rows.where('problem_id', '=', id).executeTakeFirstOrThrow()).source_id;
  }
  async function retire(id: string): Promise<void> {
    const problemId = await sourceOf(id);
    await publishRetirements(day.arena, {
      retirements: async () => [{ problemId, reason: 'Leaked.', by: 'operator', retiredAt: '2026-01-01T00:00:00Z' }],
    });
  }
  async function replaceSuite(more: readonly Problem[] = []): Promise<void> {
    const by = { who: 'operator', now: day.arena.now() };
    const next = { name: 'next', problems: [...sampleProblems(4, 'next'), ...more], isPublic: true };
    const { suiteId } = await createSuite(day.arena.database, next, by);
    await activateSuite(day.arena, suiteId, { who: 'operator' });
  }

  it('a problem page lists attempts when results are public, solved ones first, and counts versions once', async () => {
    expect(await look(ANONYMOUS)).toMatchObject({ attempts: [], total: 0, versions: { tried: 0, solved: 0 } });
    expect((await look(OWNER)).total).toBe(2);
    await closeItems();
    const page = await look(ANONYMOUS);
    expect(page.attempts.map(({ validator_hotkey, status }) => [validator_hotkey, status])).toEqual([
      ['a', 'SUCCESS'],
      ['b', 'FAILED'],
    ]);
    const reason = 'the answer did not solve the problem';
    expect(page.attempts.map(({ failure }) => failure)).toEqual([null, { owner: 'agent', code: null, reason }]);
    expect(page).toMatchObject({ total: 2, versions: { tried: 1, solved: 1 } });
    expect(page.attempts.map(({ are_logs_shown }) => are_logs_shown)).toEqual([false, false]);
    expect(page.exposure).toMatchObject({ suites: [{ is_active: true }], races: [], retired: null });
    const second = await problemPage(day.arena, problem, { limit: 1, offset: 1 }, ANONYMOUS);
    expect(second.attempts.map(({ validator_hotkey }) => validator_hotkey)).toEqual(['b']);
    for (const viewer of [ANONYMOUS, OWNER, OPERATOR]) expectWire(problemPageSchema, await look(viewer));
  });

  it('a problem page shows the answer to all only when the problem is retired and unused', async () => {
    await closeItems();
    const answers = async () => [
      (await look(ANONYMOUS)).problem.answer != null,
      (await attemptPage(day.arena, run, problem, ANONYMOUS)).problem.answer != null,
      (await look(OPERATOR)).problem.answer != null,
    ];
    expect(await answers()).toEqual([false, false, true]);
    await retire(problem);
    // Retired from races, but still in the active suite.
    expect((await look(ANONYMOUS)).exposure.retired).toMatchObject({ reason: 'Leaked.' });
    expect(await answers()).toEqual([false, false, true]);
    await replaceSuite();
    expect(await answers()).toEqual([true, true, true]);
    const { problem: shown } = await look(ANONYMOUS);
    expect(shown.answer?.items[0]?.product_id).toEqual(expect.any(String));
    expect(shown.constraints?.reward).toEqual(expect.anything());
    // The other problems of the suite were not retired.
    expect((await look(ANONYMOUS, ids[1])).problem.answer).toBeNull();
  });

  it('a problem page hides the answer while a problem with the same answer is in use', async () => {
    await closeItems();
    await retire(problem);
    const rows = day.arena.database.reader.selectFrom('set_problems').select('record');
    const { record } = await rows.where('problem_id', '=', problem).executeTakeFirstOrThrow();
    const parsed = parseProblem(record);
    if (!parsed.ok) throw new Error(parsed.reason);
    await replaceSuite([{ ...parsed.problem, id: 'variant', query: 'The same in other words.' }]);
    expect((await look(ANONYMOUS)).problem.answer).toBeNull();
  });

  it('a problem page hides the answer while a version is still run on it', async () => {
    await retire(problem);
    await replaceSuite();
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('work_items')
        .set({ closed_at: null })
        .where('suite_id', '=', day.arena.suiteId)
        .execute();
    });
    expect((await look(ANONYMOUS)).problem.answer).toBeNull();
    expect((await look(OWNER)).problem.answer).toBeNull();
  });

  it('a problem page is refused equally for hidden problems and missing ones', async () => {
    const one = await day.qualified(0.9, 'racer');
    await day.qualified(0.89, 'rival');
    await day.close();
    await finishRacer(day.arena, one, { solved: 3 });
    const refusal = async (id: string, viewer: Viewer) =>
      await look(viewer, id).then(
        () => 'shown',
        (error) => error.message,
      );
    const { set_id } = await day.race();
    const drawn = await day.arena.database.reader
      .selectFrom('set_problems')
      .select('problem_id')
      .where('set_id', '=', set_id!)
      .execute();
    expect(drawn.length).toBeGreaterThan(0);
    const hidden = await refusal(drawn[0]!.problem_id, ANONYMOUS);
    expect(hidden).toBe(await refusal(UNKNOWN, ANONYMOUS));
    expect(await refusal(drawn[0]!.problem_id, { hotkey: 'racer', isAdmin: false })).toBe(hidden);
    expect(await refusal(drawn[0]!.problem_id, OPERATOR)).toBe('shown');
    const raceRun = await day.arena.database.reader
      .selectFrom('runs')
      .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
      .select('run_id')
      .where('phase', '=', 'RACE')
      .executeTakeFirstOrThrow();
    expect((await problemsOfRun(day.arena, raceRun.run_id, ANONYMOUS)).problems).toEqual([]);
    expect((await problemsOfRun(day.arena, raceRun.run_id, OPERATOR)).problems.length).toBe(drawn.length);
  });

  it('lists the problems of a run in order, with results once they are public', async () => {
    const listed = await problemsOfRun(day.arena, run, ANONYMOUS);
    expect(listed.problems.map(({ problem_id }) => problem_id)).toEqual(ids);
    expect(listed.problems.map(({ status }) => status)).toEqual(ids.map(() => null));
    await closeItems();
    expect((await problemsOfRun(day.arena, run, ANONYMOUS)).problems[0]).toMatchObject({ status: 'SUCCESS', score: 1 });
    for (const viewer of [ANONYMOUS, OWNER, OPERATOR]) {
      expectWire(runProblemsSchema, await problemsOfRun(day.arena, run, viewer));
    }
    await expect(problemsOfRun(day.arena, UNKNOWN, OPERATOR)).rejects.toMatchObject({ code: 'EVAL_RUN_NOT_FOUND' });
  });
});
