import { afterEach, beforeEach, expect, it } from 'vitest';
import { cancelRace } from '../arena/race.ts';
import { finishRacer } from '../arena/testing/sample-race.ts';
import { SampleRaceDay } from '../arena/testing/sample-race-day.ts';
import { json } from '../store/database.ts';
import { onEveryEngine } from '../store/testing/every-engine.ts';
import { raceAlarm } from './races/race-alarm.ts';
import { raceCurrent } from './races/race-current.ts';
import { raceDetail } from './races/race-detail.ts';
import { raceHistory } from './races/race-history.ts';
import { raceVariance } from './races/race-variance.ts';
import { expectWire } from './testing/expect-wire.ts';
import { addRun, addValidator } from './testing/sample-runs.ts';
import { raceAlarmQuerySchema, raceAlarmSchema } from './wire/race-alarm-wire.ts';
import { raceVarianceSchema } from './wire/race-variance-wire.ts';
import {
  currentRacersQuerySchema,
  raceCurrentSchema,
  raceDetailSchema,
  raceHistoryQuerySchema,
  raceHistorySchema,
  racersQuerySchema,
} from './wire/race-wire.ts';

const HOUR = 3_600_000;

onEveryEngine('race views', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  async function current(query: Readonly<Record<string, unknown>> = {}) {
    return expectWire(raceCurrentSchema, await raceCurrent(day.arena, currentRacersQuerySchema.parse(query)));
  }
  async function detail(raceId: string) {
    return expectWire(raceDetailSchema, await raceDetail(day.arena, raceId, racersQuerySchema.parse({})));
  }
  async function history(query: Readonly<Record<string, unknown>> = {}) {
    return expectWire(raceHistorySchema, await raceHistory(day.arena, raceHistoryQuerySchema.parse(query)));
  }
  async function variance(raceId: string) {
    return expectWire(raceVarianceSchema, await raceVariance(day.arena, raceId));
  }

  it('there is a next window before the first race', async () => {
    const { race, phase, qualifiers, next_window } = await current();
    expect({ race, phase, qualifiers }).toEqual({ race: null, phase: 'NONE', qualifiers: [] });
    expect(Date.parse(next_window.closes_at)).toBeGreaterThan(day.arena.now());
    expect(Date.parse(next_window.opens_at)).toBeLessThanOrEqual(day.arena.now());
    expect(await history()).toMatchObject({ total: 0, races: [] });
    await expect(detail('00000000-0000-0000-0000-000000000000')).rejects.toMatchObject({ code: 'RACE_NOT_FOUND' });
  });

  it('an open race shows who would race, and the required score', async () => {
    const best = await day.qualified(0.9, 'two');
    await day.arena.addVersion({ finalScore: 0.5, hotkey: 'two', number: 2 });
    const other = await day.qualified(0.1);
    await day.tick();
    const open = await current();
    expect(open).toMatchObject({
      phase: 'QUALIFYING',
      race: { status: 'QUALIFYING_OPEN', race_number: 1, qualifying_threshold: 0, qualifier_count: 2, scored_count: 0 },
      qualifiers: [
        { agent_version_id: best, qualification_type: 'THRESHOLD', qualifying_score: 0.9, race_score: null },
        { agent_version_id: other },
      ],
    });
    expect(open.next_window.closes_at).toBe(open.race!.qualifying_closes_at);
    expect((await current({ limit: 1, offset: 1 })).qualifiers).toMatchObject([{ agent_version_id: other }]);
    expect((await detail(open.race!.race_id)).qualifiers).toHaveLength(2);
    // The close has passed, but the arena has not noticed it yet.
    day.arena.pass(Date.parse(open.next_window.closes_at) - day.arena.now() + 1_000);
    const late = await current();
    expect(late.phase).toBe('QUALIFYING');
    expect(Date.parse(late.next_window.closes_at)).toBeGreaterThan(day.arena.now());
  });

  it('a running race hides every score; only their number changes', async () => {
    const [first, second] = [await day.qualified(0.9), await day.qualified(0.8)];
    await day.close();
    await addValidator(day.arena, 'validator-1', { max_concurrent_runs: 2 });
    await finishRacer(day.arena, second, { solved: 13 });
    await day.arena.database.withTransaction(async (transaction) => {
      // Must never happen, but would reveal everything if it did.
      await transaction
        .updateTable('races')
        .set({ winner_version_id: second, winner_score: 0.65 })
        .where('state', '=', 'race_running')
        .execute();
      await transaction.updateTable('racers').set({ race_rank: 1 }).where('agent_version_id', '=', second).execute();
    });
    const { race, qualifiers, phase, next_window } = await current();
    expect(phase).toBe('RACE');
    expect(race).toMatchObject({
      status: 'RACE_RUNNING',
      scored_count: 1,
      qualifier_count: 2,
      winner_agent_version_id: null,
      winner_agent_name: null,
      winner_score: null,
      top50_mean: null,
      top50_std: null,
    });
    expect(race!.draw_commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(race!.projected_completion_at!)).toBeGreaterThanOrEqual(day.arena.now());
    expect(Date.parse(next_window.closes_at)).toBeGreaterThan(day.arena.now());
    expect(qualifiers).toMatchObject(
      [first, second].map((agent_version_id) => ({
        agent_version_id,
        race_score: null,
        race_rank: null,
        race_score_interval: null,
        race_success_rate: null,
        race_reasoning_coefficient: null,
        weighted_score: null,
        window: null,
      })),
    );
    expect(await detail(race!.race_id)).toMatchObject({ result: null, draw: null });
    await expect(variance(race!.race_id)).rejects.toMatchObject({ code: 'RACE_IN_FLIGHT' });
    expect((await history()).total).toBe(0);
  });

  it('a finished race shows the result with its confidence, the order without a judge, and the draw', async () => {
    const [champion, challenger] = [await day.qualified(0.9), await day.qualified(0.89)];
    await day.run({ [champion]: 12, [challenger]: 8 });
    day.arena.pass(4 * HOUR);
    await day.run({ [champion]: 10, [challenger]: 19 });
    const { race_id } = await day.race(2);
    const page = await detail(race_id);
    expect(page.race).toMatchObject({
      status: 'RACE_COMPLETE',
      state: 'promoted',
      winner_agent_version_id: challenger,
      winner_agent_name: 'sample',
      winner_score: 0.95,
      incumbent_agent_version_id: champion,
      top50_mean: 0.95,
      top50_std: 0,
      projected_completion_at: null,
    });
    expect(page.qualifiers).toMatchObject([
      { agent_version_id: challenger, race_rank: 1, race_score: 0.95, qualification_type: 'THRESHOLD' },
      { agent_version_id: champion, race_rank: 2, race_score: 0.5, qualification_type: 'INCUMBENT' },
    ]);
    expect(page.result).toMatchObject({
      why: 'MARGIN_CLEARED',
      changed: true,
      challengers_tried: 1,
      comparisons: [{ agent_version_id: challenger, problems: 20, tried: 1 }],
      judge_off: { same_top: true, ranking: [{ rank: 1, agent_version_id: challenger }, { rank: 2 }] },
    });
    expect(page.result!.comparisons[0]!.difference).toBeCloseTo(0.45, 6);
    expect(page.race.state_since >= page.race.race_completed_at!).toBe(true);
    expect(page.draw).toMatchObject({ commitment: page.race.draw_commitment });
    expect(await variance(race_id)).toMatchObject({ n_pairs: 2, mean_spread: 0, max_spread: 0 });
    const races = await history();
    expect(races.races.map(({ race_number }) => race_number)).toEqual([2, 1]);
    expect(await history({ limit: 1, offset: 1 })).toMatchObject({
      total: 2,
      cancelled: 0,
      races: [{ race_number: 1 }],
    });
    expect(await history({ suite_id: 9 })).toMatchObject({ total: 0 });
    expect(races.races[1]).toEqual((await detail((await day.race(1)).race_id)).race);
  });

  it('splits a race score into what was solved and the judge’s coefficient', async () => {
    const [one, other] = [await day.qualified(0.9), await day.qualified(0.89)];
    await day.close();
    await finishRacer(day.arena, one, { solved: 16, coefficient: 0.5 });
    await finishRacer(day.arena, other, { solved: 8 });
    await day.arena.database.withTransaction(async (transaction) => {
      const components = { success_rate: 0.8, reasoning_coefficient: 0.5, successful_problems: 16, total_problems: 20 };
      await transaction
        .updateTable('runs')
        .set({ score_components: json(components) })
        .where('agent_version_id', '=', one)
        .execute();
    });
    const { race_id } = await day.race();
    await day.tick();
    const racers = new Map((await detail(race_id)).qualifiers.map((racer) => [racer.agent_version_id, racer]));
    expect(racers.get(one)).toMatchObject({ race_success_rate: 0.8, race_reasoning_coefficient: 0.5 });
    const { low, high } = racers.get(one)!.race_score_interval!;
    expect(low).toBeLessThan(0.4);
    expect(high).toBeGreaterThan(0.4);
    // Its runs do not report the number of problems.
    expect(racers.get(other)).toMatchObject({ race_success_rate: 0.4, race_score_interval: null });
  });

  it('the race alarm fires over the newest races when the judge changed a winner', async () => {
    const alarm = async (query: object = {}) =>
      expectWire(raceAlarmSchema, await raceAlarm(day.arena, raceAlarmQuerySchema.parse(query)));
    expect(await alarm()).toMatchObject({ state: 'too little', races: 0 });
    const [one, other] = [await day.qualified(0.9), await day.qualified(0.89)];
    await day.close();
    await finishRacer(day.arena, one, { solved: 16, coefficient: 0.5 });
    await finishRacer(day.arena, other, { solved: 12 });
    // A race that is not decided does not count.
    expect(await alarm()).toMatchObject({ races: 0 });
    await day.tick();
    const judged = await alarm();
    expect(judged).toMatchObject({
      state: 'judge decided',
      races: 1,
      judge: {
        compared: 1,
        decided: [{ race_number: 1, top_agent_version_id: other, judge_off_top_agent_version_id: one }],
      },
    });
    expect(judged.scripted).toEqual({ compared: 0, ahead: 0, difference: null, probability: null });
    const labels = async () => (id: string) => (id === one ? 'scripted' : 'agentic');
    const labelled = await raceAlarm(day.arena, raceAlarmQuerySchema.parse({}), labels);
    expect(labelled).toMatchObject({
      scripted: { compared: 1, ahead: 0, difference: -0.2 },
      judge: { decided: [{ top_agency: 'agentic', judge_off_top_agency: 'scripted' }] },
    });
    day.arena.pass(4 * HOUR);
    await day.run({ [one]: 4, [other]: 19 });
    expect(await alarm({ races: 1 })).toMatchObject({ state: 'too little', races: 1, judge: { decided: [] } });
    expect(await alarm()).toMatchObject({ state: 'judge decided', races: 2 });
  });

  it('a finished race shows how far validators disagreed', async () => {
    const [one, other] = [await day.qualified(0.9), await day.qualified(0.89)];
    await day.close();
    await finishRacer(day.arena, one, { solved: 10 });
    await finishRacer(day.arena, other, { solved: 20 });
    await addValidator(day.arena, 'validator-3', { name: 'the odd one' });
    const item = await day.arena.database.reader
      .selectFrom('work_items')
      .select('work_item_id')
      .where('agent_version_id', '=', one)
      .where('phase', '=', 'RACE')
      .executeTakeFirstOrThrow();
    await addRun(day.arena, { ...item, validator_hotkey: 'validator-3', score: 0.56 });
    const running = await day.race();
    await day.tick();
    const spread = await variance(running.race_id);
    expect(spread).toMatchObject({
      n_pairs: 2,
      mean_spread: 0.03,
      median_spread: 0.03,
      max_spread: 0.06,
      spread_buckets: [
        { threshold_pp: 1, count: 1, pct: 50 },
        { threshold_pp: 2, count: 1 },
        { threshold_pp: 5, count: 1 },
        { threshold_pp: 10, count: 0, pct: 0 },
        { threshold_pp: 20, count: 0 },
      ],
    });
    expect(spread.validators).toMatchObject([
      { validator_hotkey: 'validator-1', pairs_evaluated: 2, mean_delta_vs_peers: -0.015, mean_score: 0.75 },
      { validator_hotkey: 'validator-2', pairs_evaluated: 2 },
      { validator_hotkey: 'validator-3', validator_name: 'the odd one', pairs_evaluated: 1, mean_delta_vs_peers: 0.06 },
    ]);
  });

  it('a cancelled race shows its reason, and never its scores', async () => {
    const one = await day.qualified(0.9);
    await day.qualified(0.89);
    await day.close();
    await finishRacer(day.arena, one, { solved: 10 });
    const { race_id } = await day.race();
    await cancelRace(day.arena, 'The bank leaked.', 'operator');
    const page = await detail(race_id);
    expect(page.race).toMatchObject({ status: 'CANCELLED', reason: 'The bank leaked.', winner_score: null });
    expect(page.qualifiers.map(({ race_score }) => race_score)).toEqual([null, null]);
    expect(page.result).toBeNull();
    expect(await variance(race_id)).toMatchObject({ n_pairs: 0, mean_spread: null, validators: [] });
    expect(await history()).toMatchObject({ total: 1, cancelled: 1, races: [{ race_id, status: 'CANCELLED' }] });
    expect(await current()).toMatchObject({ race: null, phase: 'NONE' });
    expect(page.draw).toBeNull();
    await day.tick();
    // The commitment is shown anyway.
    expect((await detail(race_id)).draw).toMatchObject({ commitment: page.race.draw_commitment });
    expect((await detail(race_id)).qualifiers.map(({ race_score }) => race_score)).toEqual([null, null]);
  });
});
