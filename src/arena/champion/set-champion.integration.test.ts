import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { releaseDueCode } from './release-due-code.ts';
import { setChampion } from './set-champion.ts';

const DAY = 86_400_000;

onEveryEngine('champion set by the operator', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  it('the operator can set a version that beats the champion by the margin, and any version by force', async () => {
    const { arena } = day;
    const [one, near, clear] = [await day.qualified(0.5), await day.qualified(0.505), await day.qualified(0.52)];
    expect(await setChampion(arena, { agentVersionId: one, who: 'operator' })).toEqual({
      agentVersionId: one,
      suiteId: arena.suiteId,
      topAt: arena.now(),
      previousTopVersionId: null,
    });
    await expect(setChampion(arena, { agentVersionId: near, who: 'operator' })).rejects.toMatchObject({
      code: 'SCORE_BELOW_THRESHOLD',
      extra: { candidate_score: 0.505, required_score: 0.511, current_top_score: 0.5, margin: 0.011 },
    });
    await setChampion(arena, { agentVersionId: near, who: 'operator', force: true });
    expect(await setChampion(arena, { agentVersionId: clear, who: 'operator' })).toMatchObject({
      previousTopVersionId: near,
    });
    expect(await day.top()).toMatchObject({ agentVersionId: clear, score: 0.52, raceId: null, reign: 3 });
  });

  it('setting the champion again keeps its days', async () => {
    const one = await day.qualified(0.5);
    await setChampion(day.arena, { agentVersionId: one, who: 'operator' });
    const since = day.arena.now();
    day.arena.pass(10 * DAY);
    expect(await setChampion(day.arena, { agentVersionId: one, who: 'operator' })).toMatchObject({ topAt: since });
    expect(await day.top()).toMatchObject({ reign: 1, days: 10, share: 0.76 });
    expect((await day.top())!.challengeThreshold).toBeCloseTo(0.50152, 5);
  });

  it('a version that is champion again goes on with the days it had', async () => {
    const [one, other] = [await day.qualified(0.5), await day.qualified(0.5)];
    for (const agentVersionId of [one, other, one, other, one]) {
      await setChampion(day.arena, { agentVersionId, who: 'operator', force: true });
      day.arena.pass(2 * DAY);
    }
    expect(await day.top()).toMatchObject({ agentVersionId: one, reign: 5, days: 6, share: 0.88 });
  });

  it('a banned, discarded or missing version cannot be set as champion, and none during a race', async () => {
    const { arena } = day;
    const [one, two, banned] = [await day.qualified(0.5), await day.qualified(0.5), await day.qualified(0.9, 'cheat')];
    await day.ban('cheat');
    await expect(setChampion(arena, { agentVersionId: banned, who: 'x', force: true })).rejects.toThrow('banned');
    await day.discard(two);
    await expect(setChampion(arena, { agentVersionId: two, who: 'x', force: true })).rejects.toThrow('discarded');
    await expect(setChampion(arena, { agentVersionId: one, suiteId: 7, who: 'x' })).rejects.toMatchObject({
      code: 'SUITE_NOT_FOUND',
    });
    const nowhere = '00000000-0000-4000-8000-000000000000';
    await expect(setChampion(arena, { agentVersionId: nowhere, who: 'x' })).rejects.toMatchObject({
      code: 'AGENT_VERSION_NOT_FOUND',
    });
    await day.qualified(0.6);
    await day.close();
    await expect(setChampion(arena, { agentVersionId: one, who: 'x' })).rejects.toMatchObject({
      code: 'RACE_CONFLICT',
    });
  });

  it('a discarded or banned champion does not count until that is undone', async () => {
    const one = await day.qualified(0.5, 'one');
    await setChampion(day.arena, { agentVersionId: one, who: 'operator' });
    await day.ban('one');
    expect(await day.top()).toBeUndefined();
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.deleteFrom('bans').execute();
    });
    expect(await day.top()).toMatchObject({ agentVersionId: one });
  });
});

onEveryEngine('release of a winner’s code', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  it('a winner’s code is released at noon of the next weekday, once, with an event', async () => {
    const [winner, loser] = [await day.qualified(0.5), await day.qualified(0.5)];
    await day.run({ [winner]: 10, [loser]: 5 });
    expect(await releaseDueCode(day.arena)).toEqual([]);
    day.arena.pass(DAY);
    expect(await releaseDueCode(day.arena)).toEqual([winner]);
    expect(await releaseDueCode(day.arena)).toEqual([]);
    const told = (await day.events()).filter(({ what }) => what === 'code.released');
    expect(told).toMatchObject([
      { subject: `version ${winner}`, data: { path: `/v1/public/agent-versions/${winner}/code` } },
    ]);
  });

  it('a winner’s code stays closed while the version is discarded or its contestant banned', async () => {
    const [winner, loser] = [await day.qualified(0.5, 'winner'), await day.qualified(0.5)];
    await day.run({ [winner]: 10, [loser]: 5 });
    await day.discard(winner);
    day.arena.pass(9 * DAY);
    expect(await releaseDueCode(day.arena)).toEqual([]);
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('entries').set({ discarded_at: null }).execute();
    });
    await day.ban('winner');
    expect(await releaseDueCode(day.arena)).toEqual([]);
  });
});
