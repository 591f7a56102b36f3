import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkDraw } from '../../problems/suites/check-draw.ts';
import { drawDocumentSchema, openBank } from '../../problems/suites.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { claimWork } from '../queue/claim-work.ts';
import { completeRun } from '../queue/complete-run.ts';
import { solved } from '../testing/sample-agency.ts';
import { failure } from '../testing/sample-queue.ts';
import { finishRacer, makeSampleBank } from '../testing/sample-race.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { cancelRace } from './cancel-race.ts';
import { closeQualifyingNow } from './close-qualifying-now.ts';
import { moveQualifyingDeadline } from './move-qualifying-deadline.ts';
import { tickRace } from './tick-race.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

onEveryEngine('cancelled and irregular races', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  const closingsOf = async (version: string) =>
    await day.arena.database.reader
      .selectFrom('work_items')
      .select('close_reason')
      .where('agent_version_id', '=', version)
      .execute();

  it('a race with one racer is cancelled, and the next window opens', async () => {
    await day.qualified(0.5);
    expect(await day.close()).toEqual(['race 1 closed with 1 racers', 'race 1 uncontested', 'race 2 opened']);
    expect(await day.race(1)).toMatchObject({ state: 'uncontested', reason: '1 of at least 2 racers' });
    expect((await openBank(day.bank.folder)).state.draws.size).toBe(0);
  });

  it('a race is cancelled with a clear reason when the bank is too small', async () => {
    const small = await makeSampleBank(6);
    try {
      await day.qualified(0.5);
      await day.qualified(0.5);
      await day.tick();
      day.arena.pass(DAY);
      await tickRace(day.arena, small.hidden);
      const cancelled = await day.race(1);
      expect(cancelled.state).toBe('cancelled');
      expect(cancelled.reason).toContain('6 problems that may be drawn now; 20 are wanted and 7 are the fewest');
      expect(await day.race()).toMatchObject({ race_number: 2, state: 'qualifying_open' });
    } finally {
      small.remove();
    }
  });

  it('a race ends at its deadline, and versions that have not finished by then are marked DNF', async () => {
    const [done, late] = [await day.qualified(0.5), await day.qualified(0.9)];
    await day.close();
    await finishRacer(day.arena, done, { solved: 1 });
    day.arena.pass(20 * HOUR - 1);
    expect(await day.tick()).toEqual([]);
    day.arena.pass(1);
    await day.tick();
    expect(await day.race(1)).toMatchObject({ state: 'promoted', winner_version_id: done });
    expect((await day.racers(1))[1]).toMatchObject({ agent_version_id: late, race_score: null, race_rank: null });
    expect(await closingsOf(late)).toEqual([{ close_reason: 'cancelled' }]);
  });

  it('a cancelled race stops its runs, shows no score, and still reveals its draw', async () => {
    const [one, two] = [await day.qualified(0.5), await day.qualified(0.5)];
    await day.close();
    await finishRacer(day.arena, one, { solved: 9 });
    const { runId } = (await claimWork(day.arena, 'validator-3'))!;
    await expect(cancelRace(day.arena, ' ', 'operator')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(cancelRace(day.arena, 'too late', 'operator', 2)).rejects.toMatchObject({ code: 'RACE_CONFLICT' });
    expect(await cancelRace(day.arena, 'the draw leaked', 'operator', 1)).toMatchObject({
      raceNumber: 1,
      itemsClosed: 1,
    });
    await expect(cancelRace(day.arena, 'again', 'operator')).rejects.toMatchObject({ code: 'RACE_CONFLICT' });
    expect(await day.tick()).toEqual(['race 2 opened']);
    const cancelled = await day.race(1);
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      reason: 'the draw leaked',
      result: null,
      winner_score: null,
    });
    expect(checkDraw(drawDocumentSchema.parse(cancelled.draw), cancelled.draw_commitment!)).toEqual([]);
    expect(await closingsOf(two)).toEqual([{ close_reason: 'cancelled' }]);
    const runs = day.arena.database.reader.selectFrom('runs').select('status').where('run_id', '=', runId);
    expect(await runs.execute()).toEqual([{ status: 'CANCELLED' }]);
    expect(JSON.stringify((await day.events()).map(({ data }) => data))).not.toContain('0.45');
    expect(await day.top()).toBeUndefined();
  });

  it('a race cancelled with its bank gone does not keep the next from opening', async () => {
    await day.qualified(0.5);
    await day.qualified(0.5);
    await day.close();
    rmSync(day.bank.folder, { recursive: true });
    await cancelRace(day.arena, 'the bank burned down', 'operator');
    expect(await day.tick()).toEqual(['race 2 opened']);
    expect((await day.events()).map(({ what }) => what)).toContain('draw.lost');
  });

  it('a race whose draw cannot be revealed is not decided', async () => {
    const [one, two] = [await day.qualified(0.5), await day.qualified(0.5)];
    await day.close();
    for (const version of [one, two]) await finishRacer(day.arena, version, { solved: 9 });
    const other = await makeSampleBank(60);
    try {
      await expect(tickRace(day.arena, other.hidden)).rejects.toMatchObject({ code: 'BANK_CORRUPT' });
      expect(await day.race()).toMatchObject({ race_number: 1, state: 'race_complete' });
      expect(await day.top()).toBeUndefined();
    } finally {
      other.remove();
    }
    expect(await day.tick()).toEqual(['race 1 decided: NO_INCUMBENT', 'race 2 opened']);
  });

  it('a race has no place for removed versions, before it or while it runs', async () => {
    const [good, best] = [await day.qualified(0.5), await day.qualified(0.6)];
    const discarded = await day.qualified(0.9);
    await day.qualified(0.9, 'cheat');
    const late = await day.qualified(0.8);
    await day.discard(discarded);
    await day.ban('cheat');
    await day.tick();
    // Scored after the close, however late the tick runs.
    const after = (await day.race()).closes_at + 1;
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('entries')
        .set({ eligible_at: after })
        .where('agent_version_id', '=', late)
        .execute();
    });
    day.arena.pass(DAY + HOUR);
    await day.tick();
    const racing = (await day.racers(1)).map(({ agent_version_id }) => agent_version_id);
    expect(racing.toSorted()).toEqual([good, best].toSorted());
    await finishRacer(day.arena, good, { solved: 5 });
    await day.discard(best);
    // The race does not wait for it, and it cannot win.
    await day.tick();
    expect(await day.race(1)).toMatchObject({ state: 'promoted', winner_version_id: good });
  });

  it('the best racer becomes champion when the incumbent was removed', async () => {
    const [top, rival, third] = [await day.qualified(0.5), await day.qualified(0.5), await day.qualified(0.49)];
    await day.run({ [top]: 10, [rival]: 9, [third]: 8 });
    await day.discard(top);
    expect(await day.top()).toBeUndefined();
    await day.run({ [rival]: 2, [third]: 3 });
    expect(await day.result(2)).toMatchObject({ why: 'NO_INCUMBENT', top_agent_version_id: third });
  });

  it('the best racer becomes champion when the incumbent is banned during the race', async () => {
    const [top, rival, third] = [await day.qualified(0.5, 'top'), await day.qualified(0.5), await day.qualified(0.49)];
    await day.run({ [top]: 10, [rival]: 9, [third]: 8 });
    await day.close();
    await day.ban('top');
    for (const [version, solved] of [[rival, 3] as const, [third, 2] as const]) {
      await finishRacer(day.arena, version, { solved });
    }
    await day.tick();
    expect(await day.result(2)).toMatchObject({ why: 'NO_INCUMBENT', top_agent_version_id: rival, margin: null });
  });

  it('an incumbent that cannot be run loses the race, but not one that the platform failed to run', async () => {
    const [top, rival] = [await day.qualified(0.5), await day.qualified(0.5)];
    await day.run({ [top]: 10, [rival]: 9 });
    const giveUp = async (close_reason: 'agent fault' | 'exhausted'): Promise<void> => {
      await day.close();
      await finishRacer(day.arena, rival, { solved: 2 });
      await day.arena.database.withTransaction(async (transaction) => {
        await transaction
          .updateTable('work_items')
          .set({ closed_at: day.arena.now(), close_reason })
          .where('agent_version_id', '=', top)
          .where('closed_at', 'is', null)
          .execute();
      });
      await day.tick();
    };
    await giveUp('exhausted');
    expect(await day.result(2)).toMatchObject({ why: 'INCUMBENT_UNSCORED', top_agent_version_id: top });
    await giveUp('agent fault');
    expect(await day.result(3)).toMatchObject({
      why: 'MARGIN_CLEARED',
      top_agent_version_id: rival,
      judge_off: { same_top: true },
    });
    expect((await day.racers(3))[1]).toMatchObject({ agent_version_id: top, race_score: 0, race_rank: 2 });
  });

  it('an incumbent whose contestant stops paying after two runs is scored, and can lose', async () => {
    const [champion, other] = [await day.qualified(0.5), await day.qualified(0.5)];
    await day.run({ [champion]: 10, [other]: 5 });
    const challenger = await day.qualified(0.6);
    await day.close();
    for (const validator of ['alice', 'bob', 'carol']) {
      for (let work = await claimWork(day.arena, validator); work; work = await claimWork(day.arena, validator)) {
        const isUnpaid = validator === 'carol' && work.agentVersionId === champion;
        const count = work.agentVersionId === challenger ? 15 : 10;
        await completeRun(day.arena, validator, work.runId, isUnpaid ? failure('agent') : solved(count, 20));
      }
    }
    await day.tick();
    day.arena.pass(day.arena.policy.raceDeadlineSeconds * 1_000);
    await day.tick();
    expect(await day.result(2)).toMatchObject({ why: 'MARGIN_CLEARED', top_agent_version_id: challenger });
    expect((await day.racers(2)).find(({ agent_version_id }) => agent_version_id === champion)).toMatchObject({
      race_score: 0.5,
    });
    expect(await closingsOf(champion)).toContainEqual({ close_reason: 'complete' });
  });

  it('an incumbent about which validators still disagree at the deadline is scored by what they found', async () => {
    const [champion, other] = [await day.qualified(0.5), await day.qualified(0.5)];
    await day.run({ [champion]: 10, [other]: 5 });
    await day.close();
    for (const [validator, count] of [
      ['alice', 2],
      ['bob', 10],
      ['carol', 18],
    ] as const) {
      for (let work = await claimWork(day.arena, validator); work; work = await claimWork(day.arena, validator)) {
        const isChampion = work.agentVersionId === champion;
        await completeRun(day.arena, validator, work.runId, solved(isChampion ? count : 15, 20));
      }
    }
    day.arena.pass(day.arena.policy.raceDeadlineSeconds * 1_000);
    await day.tick();
    expect(await day.result(2)).toMatchObject({ why: 'MARGIN_CLEARED', top_agent_version_id: other });
    expect(await closingsOf(champion)).toContainEqual({ close_reason: 'complete' });
  });

  it('an operator can move the close of a race, never into the past', async () => {
    await day.qualified(0.5);
    await day.qualified(0.5);
    await day.tick();
    const { race_id, closes_at } = await day.race();
    const move = (closesAt: number, raceId = race_id) =>
      moveQualifyingDeadline(day.arena, { who: 'operator', reason: 'An outage', raceId, closesAt });
    const later = closes_at + 5 * HOUR;
    expect(await move(later)).toMatchObject({ previousClosesAt: closes_at, closesAt: later });
    await expect(move(day.arena.now() - 1)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(move(later, crypto.randomUUID())).rejects.toMatchObject({ code: 'RACE_NOT_FOUND' });
    day.arena.pass(closes_at + HOUR - day.arena.now());
    expect(await day.tick()).toEqual([]);
    expect(await move(day.arena.now() + 1)).toMatchObject({ previousClosesAt: later });
    day.arena.pass(1);
    expect(await day.tick()).toContain('race 1 closed with 2 racers');
    await expect(move(later)).rejects.toMatchObject({ code: 'RACE_CONFLICT' });
    const moves = (await day.events()).filter(({ what }) => what === 'race.close_moved');
    expect(moves).toMatchObject([{ who: 'operator', why: 'An outage' }, { why: 'An outage' }]);
  });

  it('an operator can close a race early', async () => {
    await expect(closeQualifyingNow(day.arena, 'operator')).rejects.toMatchObject({ code: 'RACE_NOT_FOUND' });
    await day.qualified(0.5);
    await day.qualified(0.5);
    await day.tick();
    const { closes_at } = await day.race();
    day.arena.pass(HOUR);
    expect(await closeQualifyingNow(day.arena, 'operator')).toMatchObject({
      previousClosesAt: closes_at,
      closesAt: day.arena.now(),
      status: 'QUALIFYING_OPEN',
    });
    expect(await day.tick()).toEqual(['race 1 closed with 2 racers', 'race 1 committed to a draw', 'race 1 started']);
    await expect(closeQualifyingNow(day.arena, 'operator')).rejects.toMatchObject({ code: 'RACE_CONFLICT' });
  });
});
