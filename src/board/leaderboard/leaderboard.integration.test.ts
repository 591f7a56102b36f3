import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAMPLE_NOW } from '../../arena/testing/sample-arena.ts';
import { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import { json } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { addItem, addRun } from '../testing/sample-runs.ts';
import { leaderboardQuerySchema, leaderboardSchema } from '../wire/leaderboard-wire.ts';
import { leaderboard } from './leaderboard.ts';

onEveryEngine('the leaderboard', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  async function read(query: Readonly<Record<string, unknown>> = {}) {
    return expectWire(leaderboardSchema, await leaderboard(day.arena, leaderboardQuerySchema.parse(query)));
  }

  async function idsOf(query: Readonly<Record<string, unknown>> = {}): Promise<string[]> {
    return (await read(query)).entries.map(({ agent_version_id }) => agent_version_id);
  }

  it('the leaderboard is empty before the first score, and missing without a suite', async () => {
    await day.arena.addVersion();
    expect(await read()).toMatchObject({
      total: 0,
      entries: [],
      unique_miners: 0,
      agents_submitted_24h: 1,
      challenge_threshold: null,
      suite: { suite_id: 1, is_active: true, problem_count: 5 },
    });
    await expect(read({ suite_id: 7 })).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' });
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('suites').set({ is_active: false }).execute();
    });
    await expect(read()).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' });
    expect((await read({ suite_id: 1 })).suite.is_active).toBe(false);
  });

  it('the leaderboard ranks by score, then earlier submission, then lower id', async () => {
    const add = (finalScore: number, submittedAt: number) => day.arena.addVersion({ finalScore, submittedAt });
    const late = await add(0.5, SAMPLE_NOW + 1);
    const twins = [await add(0.5, SAMPLE_NOW), await add(0.5, SAMPLE_NOW)].sort();
    const best = await add(0.9, SAMPLE_NOW + 9);
    expect(await idsOf()).toEqual([best, ...twins, late]);
    expect((await read()).entries.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    expect(await idsOf({ limit: 2, offset: 1 })).toEqual(twins);
    expect(await read({ limit: 2, offset: 1 })).toMatchObject({ total: 4, limit: 2, offset: 1 });
    expect(await idsOf({ offset: 9 })).toEqual([]);
  });

  it('the leaderboard finds names by any part and hotkeys by their beginning, and ranks stay', async () => {
    const add = (name: string, hotkey: string, finalScore: number) =>
      day.arena.addVersion({ name, hotkey, finalScore });
    const fox = await add('Red Fox', '5Aaa', 0.9);
    const percent = await add('100%_done', '5Abb', 0.8);
    const plain = await add('100 percent', '5Bcc', 0.7);
    const found = async (q: string) =>
      (await read({ q })).entries.map(({ agent_version_id, rank }) => [agent_version_id, rank]);
    expect(await found('RED f')).toEqual([[fox, 1]]);
    expect(await found('%')).toEqual([[percent, 2]]);
    expect(await found('0_')).toEqual([]);
    expect(await found('%_')).toEqual([[percent, 2]]);
    expect(await found('\\')).toEqual([]);
    expect(await found("' or 1=1 --")).toEqual([]);
    expect(await found('5b')).toEqual([[plain, 3]]);
    expect(await found('Abb')).toEqual([]);
    expect(await found('  ')).toHaveLength(3);
    expect(await read({ q: '5A' })).toMatchObject({ total: 2, unique_miners: 3 });
  });

  it('the leaderboard lists removed versions last, without a rank', async () => {
    const discarded = await day.qualified(0.9);
    const banned = await day.qualified(0.8, 'banned');
    const cancelled = await day.qualified(0.7);
    const honest = await day.qualified(0.1);
    await day.discard(discarded);
    await day.ban('banned');
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('agent_versions')
        .set({ cancelled_at: 1 })
        .where('agent_version_id', '=', cancelled)
        .execute();
    });
    const { entries } = await read();
    expect(entries.map((entry) => [entry.agent_version_id, entry.rank])).toEqual([
      [honest, 1],
      [discarded, 2],
      [banned, 3],
      [cancelled, 4],
    ]);
    expect(entries).toMatchObject([
      { is_discarded: false, is_miner_banned: false, is_cancelled: false, is_active_qualifier: true },
      { is_discarded: true, is_active_qualifier: false },
      { is_miner_banned: true, is_active_qualifier: false },
      { is_cancelled: true, is_active_qualifier: false },
    ]);
  });

  it('the leaderboard shows the confidence of a score, and the leader without a judge', async () => {
    const judged = await day.qualified(0.6);
    const solver = await day.qualified(0.5);
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('entries')
        .set({ success_rate: 0.8, reasoning_coefficient: 0.75 })
        .where('agent_version_id', '=', judged)
        .execute();
      await transaction
        .updateTable('entries')
        .set({ success_rate: 1, reasoning_coefficient: 0.5 })
        .where('agent_version_id', '=', solver)
        .execute();
    });
    const item = await addItem(day.arena, judged);
    const components = { total_problems: 30, successful_problems: 24 };
    for (const validator of ['a', 'b']) {
      await addRun(day.arena, { work_item_id: item, validator_hotkey: validator, components });
    }
    await addRun(day.arena, { work_item_id: item, validator_hotkey: 'c', is_included: false, components });
    const { entries } = await read();
    expect(entries).toMatchObject([
      { agent_version_id: judged, rank: 1, rank_without_judge: 2, runs: 2, reasoning_coefficient: 0.75 },
      { agent_version_id: solver, rank: 2, rank_without_judge: 1, runs: 0, score_interval: null },
    ]);
    // The interval for 24 of 30 is 0.627 to 0.905; the score's interval is that times the coefficient.
    expect(entries[0]!.score_interval!.low).toBeCloseTo(0.47, 2);
    expect(entries[0]!.score_interval!.high).toBeCloseTo(0.679, 2);
  });

  it('the leaderboard says which versions would race, by the pin or the best', async () => {
    const better = await day.qualified(0.9, 'two');
    const pinned = await day.arena.addVersion({ finalScore: 0.88, hotkey: 'two', number: 2 });
    const other = await day.qualified(0.89, 'other');
    const flags = async () =>
      Object.fromEntries(
        (await read()).entries.map((entry) => [
          entry.agent_version_id,
          entry.is_active_qualifier ? 'races' : entry.outranked_by_agent_version_id,
        ]),
      );
    expect(await flags()).toEqual({ [better]: 'races', [pinned]: better, [other]: 'races' });
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .insertInto('race_pins')
        .values({ hotkey: 'two', agent_version_id: pinned, pinned_at: 1 })
        .execute();
    });
    expect(await flags()).toEqual({ [better]: pinned, [pinned]: 'races', [other]: 'races' });
  });

  it('the leaderboard shows race scores only of finished races, and can be sorted by them', async () => {
    const first = await day.qualified(0.9);
    const second = await day.qualified(0.89);
    const alone = await day.arena.addVersion({ finalScore: 0.1, hotkey: 'late', submittedAt: SAMPLE_NOW + 1 });
    await day.run({ [first]: 10, [second]: 15, [alone]: 1 });
    const byRace = await read({ score_type: 'race' });
    expect(byRace.entries).toMatchObject([
      { agent_version_id: second, rank: 1, race_score: 0.75, is_current_top: true, was_top: false },
      { agent_version_id: first, rank: 2, race_score: 0.5, is_current_top: false },
      { agent_version_id: alone, rank: 3, race_score: 0.05 },
    ]);
    expect(byRace.challenge_threshold).toBeCloseTo(0.761, 6);
    const top = await day.top();
    expect(byRace.entries[0]!.top_at).toBe(new Date(top!.championSince).toISOString());

    await day.close();
    expect((await day.race()).state).toBe('race_running');
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('racers').set({ race_score: 0.123 }).where('race_score', 'is', null).execute();
    });
    expect((await read({ score_type: 'race' })).entries.map(({ race_score }) => race_score)).toEqual([0.75, 0.5, 0.05]);
  });

  it('the confidence of a race score comes from the runs of that race only', async () => {
    const racer = await day.qualified(0.9);
    const other = await day.qualified(0.89);
    await day.run({ [racer]: 10, [other]: 4 });
    const intervals = async () =>
      (await read({ score_type: 'race' })).entries.map(({ race_score_interval }) => race_score_interval);
    expect(await intervals()).toEqual([null, null]);
    await day.arena.database.withTransaction(async (transaction) => {
      const components = { successful_problems: 10, total_problems: 20, reasoning_coefficient: 0.5 };
      await transaction
        .updateTable('runs')
        .set({ score_components: json(components) })
        .where('agent_version_id', '=', racer)
        .execute();
    });
    expect(await intervals()).toEqual([{ low: expect.closeTo(0.1496, 3), high: expect.closeTo(0.3504, 3) }, null]);
    const item = await addItem(day.arena, racer);
    await addRun(day.arena, {
      work_item_id: item,
      validator_hotkey: 'a',
      components: { successful_problems: 0, total_problems: 20, reasoning_coefficient: 1 },
    });
    expect(await intervals()).toEqual([{ low: expect.closeTo(0.1496, 3), high: expect.closeTo(0.3504, 3) }, null]);
  });
});
