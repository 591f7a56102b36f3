import { afterEach, expect, it } from 'vitest';
import { reportAgency } from '../../arena/agency.ts';
import { completeRun } from '../../arena/queue.ts';
import { counts, sampleReport, solved } from '../../arena/testing/sample-agency.ts';
import { openSampleArena, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { unevidencedPolicy } from '../../arena/testing/sample-policy.ts';
import { claim, entryRow, eventsOf, queueRace, queueVersion } from '../../arena/testing/sample-queue.ts';
import { json } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { leaderboard } from '../leaderboard/leaderboard.ts';
import { raceDetail } from '../races/race-detail.ts';
import { versionStatus } from '../versions/version-status.ts';
import { leaderboardQuerySchema } from '../wire/leaderboard-wire.ts';
import { racersQuerySchema } from '../wire/race-wire.ts';

const PROBLEMS = 14;
const REPORT = sampleReport(counts([3, 4], [0, 0], [0, 2]));

onEveryEngine('agency', (makeDatabase) => {
  let arena: SampleArena;
  let version: string;
  const open = async (agency: object) => {
    const policy = unevidencedPolicy({ queue: { requiredSuccesses: 2 }, agency });
    arena = await openSampleArena(makeDatabase, { problems: PROBLEMS, policy });
    version = await queueVersion(arena);
  };
  afterEach(async () => await arena.close());

  const scoreIt = async () => {
    for (const hotkey of ['alice', 'bob']) {
      const { runId } = await claim(arena, hotkey);
      await reportAgency(arena, hotkey, runId, REPORT);
      await completeRun(arena, hotkey, runId, solved(7, PROBLEMS));
    }
    const query = leaderboardQuerySchema.parse({});
    const [entry] = (await leaderboard(arena, query)).entries;
    return { entry: entry!, kept: await entryRow(arena, version), status: await versionStatus(arena, version) };
  };

  it('agency changes no score while the policy is off, and the possible score is shown', async () => {
    await open({});
    const { entry, kept, status } = await scoreIt();
    expect(kept).toMatchObject({ final_score: 0.5, agency_factor: null, score_without_agency: null });
    // Searches 6 of 8 and recommendations 0 of 4: 0.25 + 0.75 × 0.375.
    const shown = { factor: 0.5312, score_with: 0.2656, score_without: 0.5, is_applied: false };
    expect(entry).toMatchObject({ final_score: 0.5, agency: shown });
    expect(status).toMatchObject({ final_score: 0.5, score_interval: entry.score_interval, agency: shown });
    expect(status.agency!.decisions).toMatchObject({
      search: { followed: 6, of: 8, decides: 'model' },
      view: { of: 0, decides: 'unknown' },
      recommend: { followed: 0, of: 4, decides: 'program' },
    });
    expect((await eventsOf(arena, 'version.eligible'))[0]!.data).not.toHaveProperty('agency_factor');
  });

  it('rewarding agency multiplies the score, with its interval, and keeps the original', async () => {
    await open({ score: 'reward-agency' });
    const { entry, kept, status } = await scoreIt();
    expect(kept).toMatchObject({ final_score: 0.2656, agency_factor: 0.5312, score_without_agency: 0.5 });
    const shown = { factor: 0.5312, score_with: 0.2656, score_without: 0.5, is_applied: true };
    expect(entry).toMatchObject({ final_score: 0.2656, success_rate: 0.5, agency: shown });
    expect(status).toMatchObject({ final_score: 0.2656, agency: shown });
    expect(entry.score_interval!.low).toBeLessThan(0.2656);
    expect(entry.score_interval!.high).toBeLessThan(0.5);
    expect((await eventsOf(arena, 'version.eligible'))[0]!.data).toMatchObject({ score_without_agency: 0.5 });
  });

  it('a version without probes keeps its score when agency is rewarded', async () => {
    await open({ score: 'reward-agency' });
    for (const hotkey of ['alice', 'bob']) {
      await completeRun(arena, hotkey, (await claim(arena, hotkey)).runId, solved(7, PROBLEMS));
    }
    expect(await entryRow(arena, version)).toMatchObject({
      final_score: 0.5,
      agency_factor: null,
      score_without_agency: 0.5,
    });
    expect((await versionStatus(arena, version)).agency).toMatchObject({ factor: null, reports: 0, is_applied: true });
  });

  it('rewarding agency multiplies race scores, shown with and without it once public', async () => {
    const policy = unevidencedPolicy({ queue: { raceRequiredSuccesses: 1 }, agency: { score: 'reward-agency' } });
    arena = await openSampleArena(makeDatabase, { policy });
    const { raceId, agentVersionId } = await queueRace(arena);
    const { runId } = await claim(arena, 'alice');
    await arena.database.withTransaction(
      async (transaction) =>
        await transaction
          .insertInto('agency_reports')
          .values({
            ...{ run_id: runId, agent_version_id: agentVersionId, validator_hotkey: 'alice' },
            ...{ probe_attempts: 2, scored_attempts: 5, reported_at: arena.now(), report: json(REPORT) },
            ...{
              search_followed: 3,
              search_of: 4,
              view_followed: 0,
              view_of: 0,
              recommend_followed: 0,
              recommend_of: 2,
            },
            ...{ told_search: 0, told_recommendation: 0, request_shown: 1 },
          })
          .execute(),
    );
    await completeRun(arena, 'alice', runId, solved(4, 5));
    const racers = async () => (await raceDetail(arena, raceId, racersQuerySchema.parse({}))).qualifiers;
    expect((await racers())[0]).toMatchObject({ race_score: null });
    expect((await racers())[0]).not.toHaveProperty('agency');
    await arena.database.withTransaction(
      async (transaction) => await transaction.updateTable('races').set({ state: 'race_complete' }).execute(),
    );
    const [racer] = await racers();
    const shown = { factor: 0.5312, score_with: 0.425, score_without: 0.8, is_applied: true };
    expect(racer).toMatchObject({ race_score: 0.425, race_success_rate: 0.8, agency: shown });
    expect(racer!.race_score_interval!.high).toBeLessThan(0.54);
  });
});
