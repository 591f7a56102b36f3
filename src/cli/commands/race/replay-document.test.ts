import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { parseReplayPolicy } from '../../../arena/race.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { replayDocument } from './replay-document.ts';
import { type OfficialResult, type RaceDetail, readPastRace } from './replay-sources.ts';

const SCRIPT = '00000000-0000-4000-8000-000000000001';
const MODEL = '00000000-0000-4000-8000-000000000002';
const CHAMPION = '00000000-0000-4000-8000-000000000003';
const SCORES = { [SCRIPT]: 0.9, [MODEL]: 0.8, [CHAMPION]: 0.7 };

const ranking = Object.entries(SCORES).map(([id, score], index) => ({
  rank: index + 1,
  agent_version_id: id,
  miner_hotkey: `hotkey ${id}`,
  score,
}));
const official = {
  top_agent_version_id: SCRIPT,
  incumbent_agent_version_id: CHAMPION,
  changed: true,
  why: 'MARGIN_CLEARED',
  threshold: 0.7015,
  margin: 0.0015,
  days_as_top: 10,
  ranking,
} as unknown as OfficialResult;
const detail = {
  race: {
    race_id: 'race',
    race_number: 4,
    qualifying_threshold: 0.57,
    race_completed_at: '2026-01-21T00:00:00.000Z',
  },
  qualifiers: ranking.map(({ agent_version_id, miner_hotkey }) => ({
    agent_version_id,
    miner_hotkey,
    agent_name: 'agent',
    version_number: 1,
    qualification_type: agent_version_id === CHAMPION ? 'INCUMBENT' : 'THRESHOLD',
    qualifying_score: agent_version_id === SCRIPT ? 0.58 : 0.6,
    race_score_interval: { low: 0.4, high: 1 },
  })),
  result: official,
} as unknown as RaceDetail;

const SETTINGS = {
  ...{ days_as_top: 1, crowned_at: '2026-01-01T00:00:00.000Z', reign: 2 },
  ...{ grace_days: 2, loss_per_day: 0.03, floor: 0.5, initial_margin: 0.011, margin_half_life_days: 3.5 },
};

const reign = (agent_version_id: string, crowned: string, ended: string | null) => ({
  ...{ agent_version_id, reign: 1, suite_id: 1, score: 0.5 },
  ...{ crowned_at: `${crowned}T00:00:00.000Z`, ended_at: ended && `${ended}T00:00:00.000Z` },
});

/**
 * An arena that returns the given agency for each version, and for its champion the fields that exist since the first
 * arenas.
 */
function arenaWith(
  agencyOf: Readonly<Record<string, unknown>>,
  policy: object | null = SETTINGS,
  reigns: readonly object[] = [],
): ArenaClient {
  const ask = async ({ path, answer }: { path: string; answer: z.ZodType }) => {
    if (path.startsWith('/v1/public/hotkeys/')) return answer.parse({ reigns });
    if (path === '/v1/public/top') {
      const nobody = { top_agent_version_id: null, top_miner_hotkey: null, top_score: null, emission_weight: null };
      const now = '2026-01-02T00:00:00.000Z';
      return answer.parse({
        ...nobody,
        suite_id: 1,
        computed_at: now,
        challenge_threshold: null,
        margin: null,
        policy,
      });
    }
    const id = path.split('/')[4]!;
    return answer.parse({ submitted_at: '2026-01-01T00:00:00.000Z', agency: agencyOf[id] });
  };
  return { ask } as unknown as ArenaClient;
}

const rates = (search: number, recommend: number) => ({
  reports: 1,
  decisions: {
    search: { followed: search, of: 10, interval: { low: 0, high: 1 } },
    view: { followed: 0, of: 0 },
    recommend: { followed: recommend, of: 10 },
  },
});

async function replay(arena: ArenaClient, ...policies: readonly string[]) {
  return await replayOf(detail, arena, policies);
}

async function replayOf(race: RaceDetail, arena: ArenaClient, policies: readonly string[]) {
  const { past, probed, isEmissionKnown } = await readPastRace(arena, race, official);
  const document = replayDocument({ detail: race, official, past, agency: probed }, policies.map(parseReplayPolicy));
  return { ...document, probed, isEmissionKnown };
}

describe('a replay', () => {
  it('a replay counts agency once when the arena had already weighted the scores', async () => {
    const arena = arenaWith({ [SCRIPT]: rates(10, 0), [MODEL]: rates(10, 10), [CHAMPION]: rates(9, 9) });
    const agency = { factor: 0.5, score_with: null, score_without: 1, is_applied: true };
    const weighted = {
      ...detail,
      qualifiers: detail.qualifiers.map((racer) => ({ ...racer, agency })),
    };
    const [byAgency, byMargin] = (await replayOf(weighted, arena, ['agency', 'margin:0.02'])).scenarios;
    const scoreOf = (id: string, { entrants }: NonNullable<typeof byAgency>) =>
      entrants.find(({ agent_version_id }) => agent_version_id === id)!;
    // Searches 10 of 10 and recommendations 0 of 10: half of its score without the arena's factor.
    expect(scoreOf(SCRIPT, byAgency!)).toMatchObject({
      score: 0.9,
      replayed_score: 0.5,
      replayed_interval: { low: 0.4, high: 1 },
    });
    expect(scoreOf(MODEL, byAgency!)).toMatchObject({ replayed_score: 1, replayed_interval: { low: 0.8, high: 2 } });
    // Another policy does not change the decided scores.
    expect(scoreOf(SCRIPT, byMargin!)).toMatchObject({ replayed_score: 0.9, replayed_interval: { low: 0.4, high: 1 } });
  });

  it('a replay shows who would have won if the arena had rewarded agency', async () => {
    const factors: Readonly<Record<string, number | null>> = { [SCRIPT]: 0.25, [MODEL]: 1, [CHAMPION]: null };
    const probed = {
      ...detail,
      qualifiers: detail.qualifiers.map((racer) => ({
        ...racer,
        agency: {
          factor: factors[racer.agent_version_id],
          score_with: null,
          score_without: null,
          is_applied: false,
        },
      })),
    } as RaceDetail;
    const counted = (followed: number, of: number, decides: string, why: string) => ({
      ...{ followed, of, decides, why },
      interval: { low: 0, high: 1 },
    });
    const published = {
      ...{ factor: 0.25, score_with: null, score_without: null, is_applied: false, reports: 1, probe_attempts: 3 },
      decisions: {
        search: counted(4, 4, 'program', 'told'),
        view: counted(0, 0, 'unknown', 'not observed'),
        recommend: counted(1, 4, 'program', 'ignored'),
      },
      told: { search: 0.9, recommendation: 0, request_shown: 1 },
      unsaid: { searches: 0, recommendations: 0 },
    };
    const arena = arenaWith({ [SCRIPT]: published, [MODEL]: { ...published, told: { ...published.told, search: 0 } } });
    const [preset, harder] = (await replayOf(probed, arena, ['reward-agency', 'reward-agency:0'])).scenarios;
    expect(preset).toMatchObject({
      policy: { reward_agency: { floor: null } },
      replayed: { top_agent_version_id: MODEL },
    });
    expect(preset!.entrants.map((each) => [each.agent_version_id, each.reward_factor, each.replayed_score])).toEqual([
      [SCRIPT, 0.25, 0.225],
      [MODEL, 1, 0.8],
      [CHAMPION, null, 0.7],
    ]);
    expect(preset!.entrants[0]).toMatchObject({ replayed_interval: { low: 0.1, high: 0.25 } });
    // Searches that were told count as the program's; of the recommendations a quarter follows.
    expect(harder!.entrants.map(({ reward_factor }) => reward_factor)).toEqual([0.125, 0.625, null]);
  });

  it('a replay pays a champion that returns from the day at which it left', async () => {
    const before = [
      reign(SCRIPT, '2026-01-21', null),
      reign(CHAMPION, '2026-01-11', '2026-01-21'),
      reign(SCRIPT, '2026-01-03', '2026-01-11'),
      reign(MODEL, '2026-01-02', '2026-01-03'),
    ];
    const { official: was, scenarios } = await replay(
      arenaWith({}, SETTINGS, before),
      'margin:0.02',
      'margin:1,marginHalfLifeDays=1000',
    );
    // Eight days, of which two are free, at 3 % a day.
    expect(was).toMatchObject({ share: 0.82, share_in_a_week: 0.61 });
    expect(scenarios[0]!.replayed).toMatchObject({ top_agent_version_id: SCRIPT, share: 0.82 });
    // The incumbent has the days that the arena published.
    expect(scenarios[1]!.replayed).toMatchObject({ top_agent_version_id: CHAMPION, share: 0.76 });
    const { official: first } = await replay(arenaWith({}), 'margin:0.02');
    expect(first).toMatchObject({ share: 1 });
  });

  it('a replay takes agency from the follow rates of the arena', async () => {
    const arena = arenaWith({ [SCRIPT]: rates(10, 0), [MODEL]: rates(10, 10), [CHAMPION]: rates(9, 9) });
    const { scenarios } = await replay(arena, 'agency', 'agency:2');
    expect(scenarios[0]).toMatchObject({ same_top: false, replayed: { top_agent_version_id: MODEL } });
    expect(scenarios[0]!.entrants[0]).toMatchObject({
      agent_version_id: SCRIPT,
      ...{ rank: 1, replayed_rank: 3, score: 0.9, replayed_score: 0.45, paid: 1, replayed_paid: 0 },
      ...{ agency: 0.5, agency_source: 'probes', agency_count: 20, replayed_interval: { low: 0.2, high: 0.5 } },
    });
    expect(scenarios[1]!.entrants[0]).toMatchObject({ replayed_score: 0.225 });
    expect(scenarios[0]!.changes).toContainEqual({
      what: 'champion',
      agent_version_id: null,
      from: SCRIPT,
      to: MODEL,
    });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['something else', { search: 'all of them' }],
    ['a version without probes', { decisions: { search: { followed: 0, of: 0 } } }],
  ])('a replay names versions of unknown agency when an arena answers with %s', async (_, answer) => {
    const arena = arenaWith({ [SCRIPT]: answer, [MODEL]: rates(1, 1), [CHAMPION]: rates(1, 1) });
    const { scenarios, probed } = await replay(arena, 'agency');
    expect([...probed.keys()].sort()).toEqual([MODEL, CHAMPION]);
    expect(scenarios[0]).toMatchObject({ replayed: null, same_top: null, unknown: [SCRIPT], changes: [] });
  });

  it('a replay shows several policies beside the same official result', async () => {
    const {
      official: was,
      scenarios,
      isEmissionKnown,
    } = await replay(
      arenaWith({}),
      'margin:1,marginHalfLifeDays=100',
      'threshold:1',
      'emission:compounding+margin:1,marginHalfLifeDays=100',
    );
    expect(isEmissionKnown).toBe(true);
    expect(was).toMatchObject({ top_agent_version_id: SCRIPT, share: 1, share_in_a_week: 0.85, burned: 0 });
    const [margin, threshold, both] = scenarios;
    expect(margin!.replayed).toMatchObject({ top_agent_version_id: CHAMPION, why: 'MARGIN_NOT_CLEARED', share: 0.76 });
    expect(threshold).toMatchObject({ left_out: [SCRIPT], replayed: { top_agent_version_id: MODEL } });
    expect(threshold!.entrants[0]).toMatchObject({ replayed_rank: null, replayed_score: null, replayed_paid: 0 });
    expect(both!.replayed).toMatchObject({ top_agent_version_id: CHAMPION, share: 0.783743 });
  });

  it('a replay says when nothing changes', async () => {
    const { scenarios } = await replay(arenaWith({}), 'emission:linear', 'threshold:0.95', 'margin:0.011');
    expect(scenarios[0]).toMatchObject({ same_top: true, changes: [], left_out: [], admits_others: false });
    expect(scenarios[1]).toMatchObject({ same_top: true, changes: [] });
  });

  it('a replay assumes default emission settings while there is no champion', async () => {
    const { isEmissionKnown, official: was } = await replay(arenaWith({}, null), 'emission:linear');
    expect([isEmissionKnown, was.share_in_a_week]).toEqual([false, 0.85]);
  });
});
