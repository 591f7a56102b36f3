import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkDraw } from '../../problems/suites/check-draw.ts';
import { drawDocumentSchema, openBank } from '../../problems/suites.ts';
import { verifyEvents } from '../../store/database/verify-events.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { finishRacer } from '../testing/sample-race.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

onEveryEngine('a race', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  it('a race opens with the first active suite, and stays open until noon', async () => {
    const { arena } = day;
    expect(await day.tick()).toEqual(['race 1 opened']);
    expect(await day.race()).toMatchObject({ race_number: 1, state: 'qualifying_open', suite_id: arena.suiteId });
    expect((await day.race()).closes_at).toBe(arena.now() + DAY);
    arena.pass(DAY - 1);
    expect(await day.tick()).toEqual([]);
  });

  it('a race does not open without a suite', async () => {
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('suites').set({ is_active: false }).execute();
    });
    expect(await day.tick()).toEqual([]);
  });

  it('a race goes from its window to the first champion, and to the next window', async () => {
    const { arena, bank } = day;
    const [one, two] = [await day.qualified(0.5), await day.qualified(0.6, 'second')];
    await arena.addVersion();
    expect(await day.close()).toEqual(['race 1 closed with 2 racers', 'race 1 committed to a draw', 'race 1 started']);
    const running = await day.race();
    expect(running).toMatchObject({ state: 'race_running', scored_count: 0, qualifying_threshold: 0 });
    const items = await arena.database.reader.selectFrom('work_items').selectAll().execute();
    expect(items.map(({ phase, priority, required_successes }) => [phase, priority, required_successes])).toEqual([
      ['RACE', 100, 3],
      ['RACE', 100, 3],
    ]);
    const sets = arena.database.reader.selectFrom('problem_sets').selectAll().where('set_id', '=', running.set_id!);
    expect(await sets.execute()).toMatchObject([{ kind: 'race', size: 20 }]);

    await finishRacer(arena, one, { solved: 12 });
    expect(await day.tick()).toEqual([]);
    expect((await day.race()).scored_count).toBe(1);
    await finishRacer(arena, two, { solved: 15 });
    arena.pass(HOUR);
    expect(await day.tick()).toEqual(['race 1 complete', 'race 1 decided: NO_INCUMBENT', 'race 2 opened']);

    const done = await day.race(1);
    expect(done).toMatchObject({ state: 'promoted', winner_version_id: two, winner_score: 0.75, scored_count: 2 });
    expect((await day.racers(1)).map(({ agent_version_id, race_rank }) => [agent_version_id, race_rank])).toEqual([
      [two, 1],
      [one, 2],
    ]);
    expect(checkDraw(drawDocumentSchema.parse(done.draw), done.draw_commitment!)).toEqual([]);
    expect(await day.top()).toMatchObject({ agentVersionId: two, hotkey: 'second', score: 0.75, days: 0, share: 1 });
    // The window opened on a Monday, the race was won on Tuesday, the code is released on Wednesday at noon.
    const versions = arena.database.reader.selectFrom('agent_versions').select(['agent_version_id', 'release_at']);
    const { release_at } = await versions.where('agent_version_id', '=', two).executeTakeFirstOrThrow();
    expect(new Date(release_at!).toISOString()).toBe('2026-11-18T20:00:00.000Z');
    expect(await day.race()).toMatchObject({ race_number: 2, state: 'qualifying_open', opens_at: done.closes_at });
    const { records } = await openBank(bank.folder);
    expect(records.filter(({ kind }) => kind === 'exposed')).toHaveLength(4);
    expect(await verifyEvents(arena.database)).toMatchObject({ ok: true });
  });

  it('a race publishes every step, and no score before it is complete', async () => {
    const [one, two] = [await day.qualified(0.5), await day.qualified(0.6)];
    await day.run({ [one]: 7, [two]: 9 });
    const events = await day.events();
    const told = events.filter(({ subject }) => subject.startsWith('race '));
    expect(told.map(({ what }) => what)).toEqual([
      'race.opened',
      'race.closed',
      'race.committed',
      'race.started',
      'racer.scored',
      'racer.scored',
      'race.completed',
      'race.promoted',
      'race.opened',
    ]);
    const completed = told.find(({ what }) => what === 'race.completed')!.sequence;
    for (const { sequence, what, data } of events) {
      const text = `${what} ${JSON.stringify(data)}`;
      expect(text).not.toContain('hiddenlamp');
      if (sequence <= completed) expect(text).not.toMatch(/0\.35|0\.45|race_score|success_rate|"score"|hidden\d/);
    }
  });

  it('the champion stays when the margin is not reached, with the significance of the result', async () => {
    const [top, near, far] = [await day.qualified(0.5), await day.qualified(0.5), await day.qualified(0.4)];
    await day.run({ [top]: 10, [near]: 5, [far]: 4 });
    await day.run({ [top]: 10, [near]: 10 });
    expect(await day.racers(2)).toMatchObject([
      { agent_version_id: top, qualification_type: 'INCUMBENT' },
      { agent_version_id: near, qualification_type: 'THRESHOLD' },
    ]);
    expect((await day.race(2)).qualifying_threshold).toBe(0.475);
    const result = await day.result(2);
    expect(result).toMatchObject({ changed: false, why: 'MARGIN_NOT_CLEARED', top_agent_version_id: top });
    expect(result.comparisons).toMatchObject([{ agent_version_id: near, problems: 20, difference: 0, tried: 1 }]);
    expect(result.comparisons[0]!.remark).toContain('the only challenger;');
    const reigns = await day.arena.database.reader.selectFrom('tops').selectAll().execute();
    expect(reigns).toMatchObject([{ agent_version_id: top, ended_at: null }]);
  });

  it('a challenger that clears the margin becomes champion, and the previous reign ends', async () => {
    const [top, better] = [await day.qualified(0.5), await day.qualified(0.5)];
    await day.run({ [top]: 10, [better]: 9 });
    await day.run({ [top]: 10, [better]: 16 });
    const result = await day.result(2);
    expect(result).toMatchObject({
      changed: true,
      why: 'MARGIN_CLEARED',
      top_agent_version_id: better,
      incumbent_agent_version_id: top,
      challengers_tried: 1,
      judge_off: { same_top: true, top_agent_version_id: better },
    });
    // A day as champion has made the margin smaller.
    expect(result.margin).toBeCloseTo(0.009, 3);
    expect(result.threshold).toBeCloseTo(0.509, 3);
    expect(result.comparisons[0]!.difference).toBeCloseTo(0.3, 9);
    const reigns = await day.arena.database.reader.selectFrom('tops').selectAll().orderBy('reign').execute();
    expect(reigns).toMatchObject([
      { reign: 1, agent_version_id: top, ended_at: reigns[1]!.crowned_at },
      { reign: 2, agent_version_id: better, ended_at: null },
    ]);
  });

  it('reports when the judge decided a race: by solved problems alone another would have won', async () => {
    const [careful, quick] = [await day.qualified(0.5), await day.qualified(0.5)];
    await day.close();
    await finishRacer(day.arena, careful, { solved: 12 });
    await finishRacer(day.arena, quick, { solved: 15, coefficient: 0.5 });
    await day.tick();
    const result = await day.result(1);
    expect(result.top_agent_version_id).toBe(careful);
    expect(result.judge_off).toMatchObject({
      same_top: false,
      top_agent_version_id: quick,
      ranking: [
        { rank: 1, agent_version_id: quick, score: 0.75 },
        { rank: 2, agent_version_id: careful, score: 0.6 },
      ],
    });
  });

  it('a contestant’s pinned version races if it qualifies', async () => {
    const { arena } = day;
    const [better, pinned, other] = [
      await day.qualified(0.6, 'contestant'),
      await arena.addVersion({ hotkey: 'contestant', number: 2, finalScore: 0.5 }),
      await day.qualified(0.5, 'other'),
    ];
    await arena.database.withTransaction(async (transaction) => {
      const pin = { hotkey: 'contestant', agent_version_id: pinned, pinned_at: arena.now() };
      await transaction.insertInto('race_pins').values(pin).execute();
    });
    await day.close();
    const racing = (await day.racers(1)).map(({ agent_version_id }) => agent_version_id);
    expect(racing).toContain(pinned);
    expect(racing).toContain(other);
    expect(racing).not.toContain(better);
  });
});
