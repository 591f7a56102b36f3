import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { enqueue } from '../queue/enqueue.ts';
import { publishRetirements } from '../race/publish-retirements.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { activateSuite } from './activate-suite.ts';
import { createSuite } from './create-suite.ts';

onEveryEngine('activating a suite', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  const another = async (ids = 'q'): Promise<number> =>
    (
      await createSuite(
        day.arena.database,
        { name: 'another', problems: sampleProblems(4, ids), isPublic: true },
        { who: 'operator', now: day.arena.now() },
      )
    ).suiteId;
  const active = async () =>
    await day.arena.database.reader.selectFrom('suites').select('suite_id').where('is_active', '=', true).execute();
  const open = async () =>
    await day.arena.database.reader
      .selectFrom('work_items')
      .select(['agent_version_id', 'suite_id', 'queued_at', 'required_successes'])
      .where('closed_at', 'is', null)
      .orderBy('queued_at')
      .execute();

  const problemsIn = async (suiteId: number) =>
    await day.arena.database.reader
      .selectFrom('suites')
      .innerJoin('set_problems', 'set_problems.set_id', 'suites.set_id')
      .select('source_id')
      .where('suite_id', '=', suiteId)
      .execute();
  const retire = async (problemId: string) =>
    await publishRetirements(day.arena, {
      retirements: async () => [{ problemId, reason: 'Leaked.', by: 'operator', retiredAt: '2026-01-01T00:00:00Z' }],
    });

  it('activating a suite deactivates the others, moves the open race to it, and adds an event', async () => {
    await day.tick();
    const suiteId = await another();
    expect(await activateSuite(day.arena, suiteId, { who: 'operator' })).toEqual({
      suiteId,
      suiteVersion: suiteId,
      requeuedVersions: 0,
      movedVersions: 0,
    });
    expect(await active()).toEqual([{ suite_id: suiteId }]);
    expect(await day.race()).toMatchObject({ race_number: 1, suite_id: suiteId });
    expect((await day.events()).at(-1)).toMatchObject({ what: 'suite.activated', who: 'operator' });
    const events = (await day.events()).length;
    await activateSuite(day.arena, suiteId, { who: 'operator', requeueTopN: 5 });
    expect((await day.events()).length).toBe(events);
    await expect(activateSuite(day.arena, 99, { who: 'operator' })).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' });
  });

  it('refuses to activate a replaced suite with retired problems, whose answers are public', async () => {
    await activateSuite(day.arena, await another(), { who: 'operator' });
    const suiteId = day.arena.suiteId;
    await activateSuite(day.arena, suiteId, { who: 'operator' });
    const [problem] = await problemsIn(suiteId);
    await retire(problem!.source_id);
    const next = await another();
    await activateSuite(day.arena, next, { who: 'operator' });
    await expect(activateSuite(day.arena, suiteId, { who: 'operator' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(/answers of 1 of the \d+ problems of suite \d+ are public/),
    });
    expect(await active()).toEqual([{ suite_id: next }]);
    // A new suite with such a problem is rejected too.
    const others = await another('r');
    await retire((await problemsIn(next))[0]!.source_id);
    await activateSuite(day.arena, others, { who: 'operator' });
    await expect(activateSuite(day.arena, await another(), { who: 'operator' })).rejects.toMatchObject({
      message: expect.stringMatching(/answers of 1 of the 4 problems of suite \d+ are public/),
    });
  });

  it('a running race stays on the suite its racers qualified on', async () => {
    await day.qualified(0.5);
    await day.qualified(0.5);
    await day.close();
    await activateSuite(day.arena, await another(), { who: 'operator' });
    expect(await day.race()).toMatchObject({ state: 'race_running', suite_id: day.arena.suiteId });
  });

  it('activating a suite reruns the best of the former suite, except versions that may not race', async () => {
    const [best, second, discarded] = [await day.qualified(0.9), await day.qualified(0.8), await day.qualified(0.95)];
    await day.qualified(0.99, 'cheat');
    await day.qualified(0.1);
    await day.discard(discarded);
    await day.ban('cheat');
    const suiteId = await another();
    expect(await activateSuite(day.arena, suiteId, { who: 'operator', requeueTopN: 2 })).toMatchObject({
      requeuedVersions: 2,
    });
    const queued = await open();
    expect(new Set(queued.map(({ agent_version_id }) => agent_version_id))).toEqual(new Set([best, second]));
    expect(queued[0]).toMatchObject({ suite_id: suiteId, required_successes: 3 });
  });

  it('activating a suite moves waiting versions along, each in its place', async () => {
    const { arena } = day;
    const [first, second] = [await arena.addVersion(), await arena.addVersion()];
    const { set_id } = await arena.database.reader.selectFrom('suites').select('set_id').executeTakeFirstOrThrow();
    for (const [agentVersionId, now] of [[second, 2] as const, [first, 1] as const]) {
      await arena.database.withTransaction(async (transaction) => {
        const item = { phase: 'QUALIFYING', setId: set_id, requiredSuccesses: 3, priority: 0, now } as const;
        await enqueue(transaction, { ...item, agentVersionId, suiteId: arena.suiteId });
      });
    }
    const suiteId = await another();
    expect(await activateSuite(arena, suiteId, { who: 'operator' })).toMatchObject({ movedVersions: 2 });
    expect(await open()).toMatchObject([
      { agent_version_id: first, suite_id: suiteId, queued_at: 1 },
      { agent_version_id: second, suite_id: suiteId, queued_at: 2 },
    ]);
  });
});
