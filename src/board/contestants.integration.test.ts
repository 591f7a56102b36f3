import { afterEach, beforeEach, expect, it } from 'vitest';
import { finishRacer } from '../arena/testing/sample-race.ts';
import { SampleRaceDay } from '../arena/testing/sample-race-day.ts';
import { onEveryEngine } from '../store/testing/every-engine.ts';
import { hotkeyPage } from './hotkey-page.ts';
import { topAgent } from './leaderboard/top-agent.ts';
import { topHistory } from './leaderboard/top-history.ts';
import { topMinerPayout } from './leaderboard/top-payout.ts';
import { expectWire } from './testing/expect-wire.ts';
import { minerAgents } from './versions/miner-agents.ts';
import { minerVersions } from './versions/miner-versions.ts';
import { ANONYMOUS } from './viewer.ts';
import { hotkeyPageSchema } from './wire/hotkey-wire.ts';
import { minerAgentsSchema, minerVersionsSchema } from './wire/miner-wire.ts';
import { topHistoryQuerySchema, topHistorySchema, topPayoutSchema, topSchema } from './wire/top-wire.ts';

const FIRST_PAGE = { limit: 100, offset: 0 };
const DAY = 86_400_000;

onEveryEngine('contestant views', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  async function agentsOf(hotkey: string) {
    return expectWire(minerAgentsSchema, await minerAgents(day.arena, hotkey, FIRST_PAGE));
  }
  async function pin(hotkey: string, agent_version_id: string): Promise<void> {
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.insertInto('race_pins').values({ hotkey, agent_version_id, pinned_at: 1 }).execute();
    });
  }

  it('a new contestant may submit', async () => {
    expect(await agentsOf('new')).toEqual({
      total: 0,
      limit: 100,
      offset: 0,
      agents: [],
      can_submit: true,
      cannot_submit_reason: null,
      next_allowed_at: null,
      default_licence: 'none',
      racing_agent_version_id: null,
      racing_agent_id: null,
    });
  });

  it('says why a contestant may not submit', async () => {
    await day.qualified(0.5, 'owner');
    const until = day.arena.now() + 60_000;
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('contestants').set({ next_allowed_at: until }).execute();
    });
    expect(await agentsOf('owner')).toMatchObject({
      can_submit: false,
      cannot_submit_reason: 'The cooldown after the last submission is running.',
      next_allowed_at: new Date(until).toISOString(),
    });
    day.arena.pass(60_000);
    expect(await agentsOf('owner')).toMatchObject({ can_submit: true, next_allowed_at: null });
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .insertInto('stops')
        .values({ name: 'submissions', reason: 'A repair.', stopped_by: 'operator', stopped_at: 1, release_at: null })
        .execute();
    });
    expect((await agentsOf('owner')).cannot_submit_reason).toBe('Submissions are stopped by the operator: A repair.');
    await day.ban('owner');
    expect((await agentsOf('owner')).cannot_submit_reason).toBe('This hotkey is banned.');
  });

  it('lists a contestant’s agents with their newest version, the racing one and those that can be pinned', async () => {
    const top = await day.qualified(0.9, 'top');
    const old = await day.qualified(0.86, 'owner');
    const newer = await day.arena.addVersion({ hotkey: 'owner', number: 2, finalScore: 0.2 });
    const second = await day.arena.addVersion({ hotkey: 'owner', name: 'second', finalScore: 0.88 });
    await day.run({ [top]: 15, [second]: 5 });
    const own = await agentsOf('owner');
    expect(own).toMatchObject({ total: 2, racing_agent_version_id: second });
    const byName = Object.fromEntries(own.agents.map((agent) => [agent.agent_name, agent]));
    expect(own.racing_agent_id).toBe(byName.second!.agent_id);
    expect(byName.sample!.latest_version).toMatchObject({
      agent_version_id: newer,
      version_number: 2,
      state: 'ELIGIBLE',
      phase: 'BELOW_THRESHOLD',
      is_pinnable: false,
      pin_disabled_reason: 'below_threshold',
      is_selected_for_race: false,
    });
    expect(byName.second!.latest_version).toMatchObject({ phase: 'QUALIFIED', is_pinnable: true });

    await pin('owner', old);
    expect((await agentsOf('owner')).racing_agent_version_id).toBe(old);
    const agent = { hotkey: 'owner', agentId: byName.sample!.agent_id };
    const versions = expectWire(minerVersionsSchema, await minerVersions(day.arena, agent, FIRST_PAGE));
    expect(versions).toMatchObject([
      { agent_version_id: newer },
      { agent_version_id: old, is_selected_for_race: true, selection_fallback_reason: null, is_pinnable: true },
    ]);
    await day.discard(old);
    expect((await minerVersions(day.arena, agent, FIRST_PAGE))[1]).toMatchObject({
      state: 'DISCARDED',
      is_selected_for_race: true,
      selection_fallback_reason: 'discarded',
      pin_disabled_reason: 'discarded',
    });
    expect((await agentsOf('owner')).racing_agent_version_id).toBe(second);
    expect(await minerVersions(day.arena, agent, { limit: 1, offset: 1 })).toHaveLength(1);
    await expect(minerVersions(day.arena, { ...agent, hotkey: 'top' }, FIRST_PAGE)).rejects.toMatchObject({
      code: 'AGENT_NOT_FOUND',
    });
  });

  it('the page of a hotkey has everything public about it', async () => {
    const winner = await day.qualified(0.9, 'winner');
    const other = await day.qualified(0.89);
    await day.run({ [winner]: 15, [other]: 5 });
    await day.close();
    await finishRacer(day.arena, winner, { solved: 3 });
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('contestants')
        .set({ next_allowed_at: day.arena.now() + 1 })
        .execute();
    });
    const read = async (viewer = ANONYMOUS, query = FIRST_PAGE) =>
      expectWire(hotkeyPageSchema, await hotkeyPage(day.arena, 'winner', query, viewer));
    const page = await read();
    expect(page).toMatchObject({
      is_banned: false,
      next_allowed_at: null,
      totals: { agents: 1, versions: 1, races: 2, reigns: 1 },
      versions: [
        {
          agent_version_id: winner,
          state: 'ELIGIBLE',
          phase: 'TOP',
          final_score: 0.9,
          race_score: 0.75,
          score_interval: null,
        },
      ],
      races: [
        { race_number: 2, status: 'RACE_RUNNING', qualification_type: 'INCUMBENT', race_score: null, outcome: null },
        { race_number: 1, status: 'RACE_COMPLETE', race_score: 0.75, race_rank: 1, outcome: 'became champion' },
      ],
      reigns: [{ reign: 1, score: 0.75, ended_at: null }],
    });
    expect((await read({ hotkey: 'winner', isAdmin: false })).next_allowed_at).not.toBeNull();
    expect((await read({ hotkey: 'other', isAdmin: false })).next_allowed_at).toBeNull();
    expect((await read(ANONYMOUS, { limit: 1, offset: 1 })).races).toMatchObject([{ race_number: 1 }]);
    await day.ban('winner');
    expect(await read()).toMatchObject({ is_banned: true, ban_reason: 'cheated', versions: [{ phase: 'BANNED' }] });
    await expect(hotkeyPage(day.arena, 'nobody', FIRST_PAGE, ANONYMOUS)).rejects.toMatchObject({
      code: 'MINER_NOT_FOUND',
    });
  });

  it('shows the champion, its pay and the previous champions', async () => {
    expect(expectWire(topSchema, await topAgent(day.arena))).toMatchObject({
      suite_id: 1,
      top_score: null,
      policy: null,
    });
    const payout = async () => 1.25;
    expect(expectWire(topPayoutSchema, await topMinerPayout(day.arena, payout))).toMatchObject({ tao_per_day: null });
    const [first, second] = [await day.qualified(0.9, 'first'), await day.qualified(0.89, 'second')];
    await day.run({ [first]: 10, [second]: 5 });
    await day.run({ [first]: 10, [second]: 18 });
    day.arena.pass(3 * DAY);
    const top = expectWire(topSchema, await topAgent(day.arena));
    expect(top).toMatchObject({
      top_agent_version_id: second,
      top_miner_hotkey: 'second',
      top_score: 0.9,
      emission_weight: 0.97,
      policy: { days_as_top: 3, reign: 2, grace_days: 2, floor: 0.5 },
    });
    expect(top.challenge_threshold).toBeCloseTo(top.top_score! + top.margin!, 9);
    const history = async (query: Readonly<Record<string, unknown>>) =>
      expectWire(topHistorySchema, await topHistory(day.arena, topHistoryQuerySchema.parse(query)));
    expect(await history({})).toMatchObject({
      suite_id: 1,
      total: 2,
      entries: [
        { agent_version_id: second, is_current_top: true, was_top: false, final_score: 0.9, reign: 2 },
        { agent_version_id: first, is_current_top: false, was_top: true, final_score: 0.5, reign: 1 },
      ],
    });
    expect((await history({ limit: 1, offset: 1 })).entries).toHaveLength(1);
    await expect(history({ suite_id: 5 })).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' });
    expect(await topMinerPayout(day.arena, payout)).toMatchObject({
      miner_hotkey: 'second',
      agent_name: 'sample',
      tao_per_day: 1.25,
      usd_per_day: null,
    });
  });
});
