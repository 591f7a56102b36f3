import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SampleRaceDay } from '../arena/testing/sample-race-day.ts';
import { Fault } from '../fault/fault.ts';
import { onEveryEngine } from '../store/testing/every-engine.ts';
import { artifactFor } from './attempts/artifact-for.ts';
import { attemptPage } from './attempts/attempt-page.ts';
import { episodeFeedback } from './attempts/episode-feedback.ts';
import { episodeId } from './attempts/episode-id.ts';
import { problemPage } from './attempts/problem-page.ts';
import { problemsOfRun } from './attempts/problems-of-run.ts';
import { problemCategories, rowOrigin } from './corpus/corpus-origins.ts';
import { showableProblems } from './corpus/showable-problems.ts';
import { hotkeyPage } from './hotkey-page.ts';
import { leaderboard } from './leaderboard/leaderboard.ts';
import { wholeLeaderboard } from './leaderboard/leaderboard-export.ts';
import { topAgent } from './leaderboard/top-agent.ts';
import { topHistory } from './leaderboard/top-history.ts';
import { topMinerPayout } from './leaderboard/top-payout.ts';
import { emissionHistory } from './leaderboard.ts';
import { ledgerPage, searchLedger } from './ledger-page.ts';
import { arenaFeed, contestantFeed, ownWebhooks } from './notices.ts';
import { arenaOverview } from './overview/arena-overview.ts';
import { profiles } from './profiles.ts';
import { raceAlarm } from './races/race-alarm.ts';
import { raceCurrent } from './races/race-current.ts';
import { raceDetail } from './races/race-detail.ts';
import { raceHistory } from './races/race-history.ts';
import { raceVariance } from './races/race-variance.ts';
import { seedCommitment } from './races/seed-commitment.ts';
import { audits } from './runs/audits.ts';
import { pendingEvaluations } from './runs/pending-evaluations.ts';
import { leasedRun, runDetail } from './runs/run-detail.ts';
import { runningEvaluations } from './runs/running-evaluations.ts';
import { trajectoryHistory } from './runs/trajectory-history.ts';
import { validatorAgreement, validatorPage } from './runs/validator-page.ts';
import { validators } from './runs/validators.ts';
import { suiteProblems } from './suites/suite-problems.ts';
import { currentSuite, suites } from './suites/suites.ts';
import { ARENA_FACTS } from './testing/arena-facts.ts';
import { SECRETS } from './testing/sample-marks.ts';
import { plantSecrets, type SecretArena } from './testing/sample-secrets.ts';
import { findIds } from './versions/find-ids.ts';
import { minerAgents } from './versions/miner-agents.ts';
import { minerVersions } from './versions/miner-versions.ts';
import { ownIds } from './versions/own-ids.ts';
import { ownVersionStatus } from './versions/own-version-status.ts';
import { versionAgreement } from './versions/version-agreement.ts';
import { versionProbes } from './versions/version-probes.ts';
import { versionProblems } from './versions/version-problems.ts';
import { versionPublic } from './versions/version-public.ts';
import { versionRuns } from './versions/version-runs.ts';
import { versionStatus } from './versions/version-status.ts';
import { ANONYMOUS, type Viewer } from './viewer.ts';

const OTHER_CONTESTANT: Viewer = { hotkey: 'foreigner', isAdmin: false };
const OWNER: Viewer = { hotkey: 'owner', isAdmin: false };
const OPERATOR: Viewer = { hotkey: 'operator', isAdmin: true };
const PAGE = { limit: 500, offset: 0 };
const ARTIFACTS = ['AGENT_CODE', 'EVAL_LOGS_BUNDLE', 'EVAL_PROBLEM_LOGS', 'REASONING_DETAILS'] as const;

type View = (viewer: Viewer) => Promise<unknown>;

onEveryEngine('secrets', (makeDatabase) => {
  let day: SampleRaceDay;
  let planted: SecretArena;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
    planted = await plantSecrets(day);
  });
  afterEach(async () => await day.remove());

  /** Every view available to callers other than the operator, by name. */
  function views(): Readonly<Record<string, readonly View[]>> {
    const { arena } = day;
    const { version, raceId, raceRun, qualifyingRun, agentId, privateSuite } = planted;
    const problem_id = planted.hiddenIds.find((id) => /^[0-9a-f]{8}-/.test(id))!;
    return {
      leaderboard: (['qualifying', 'race'] as const).map(
        (score_type) => () => leaderboard(arena, { ...PAGE, score_type }),
      ),
      wholeLeaderboard: (['qualifying', 'race'] as const).map(
        (score_type) => () => wholeLeaderboard(arena, { score_type, category: 'product' }),
      ),
      arenaFeed: [() => arenaFeed(arena)],
      contestantFeed: [() => contestantFeed(arena, 'owner')],
      problemCategories: [() => problemCategories(arena, planted.hiddenIds)],
      rowOrigin: [raceRun, planted.raced.run_id, qualifyingRun].flatMap((runId) =>
        [...planted.hiddenIds, planted.openProblem].map((sourceId) => () => rowOrigin(arena, { runId, sourceId })),
      ),
      showableProblems: [() => showableProblems(arena, planted.hiddenIds)],
      profiles: [() => profiles(arena, { hotkeys: ['owner'] })],
      searchLedger: [undefined, raceId, version].map(
        (about) => () => searchLedger(arena, { limit: 200, ...(about !== undefined && { about }) }),
      ),
      validatorPage: ['validator-1', 'validator-3'].map(
        (hotkey) => () => validatorPage(arena, hotkey, PAGE, () => validatorAgreement(arena, hotkey)),
      ),
      validatorAgreement: ['validator-1', 'validator-3'].map((hotkey) => () => validatorAgreement(arena, hotkey)),
      topAgent: [() => topAgent(arena)],
      topHistory: [() => topHistory(arena, PAGE)],
      ownWebhooks: [({ hotkey }) => ownWebhooks(arena, hotkey ?? 'nobody')],
      emissionHistory: [() => emissionHistory(arena, PAGE)],
      topMinerPayout: [() => topMinerPayout(arena, async () => 1)],
      versionPublic: [() => versionPublic(arena, version)],
      versionStatus: [() => versionStatus(arena, version)],
      ownVersionStatus: [(viewer) => ownVersionStatus(arena, version, viewer)],
      ownIds: ['', version, ...planted.hiddenIds].map(
        (prefix) =>
          ({ hotkey }) =>
            ownIds(arena, hotkey ?? 'nobody', prefix),
      ),
      findIds: ['', version, ...planted.hiddenIds].map((prefix) => (viewer) => findIds(arena, prefix, viewer)),
      versionRuns: [(viewer) => versionRuns(arena, version, PAGE, viewer)],
      versionAgreement: [(viewer) => versionAgreement(arena, version, viewer)],
      versionProbes: [(viewer) => versionProbes(arena, version, PAGE, viewer)],
      versionProblems: [
        (viewer) => versionProblems(arena, version, PAGE, viewer),
        (viewer) => versionProblems(arena, version, { ...PAGE, phase: 'RACE' }, viewer),
        (viewer) => versionProblems(arena, version, { ...PAGE, race_id: raceId }, viewer),
      ],
      hotkeyPage: [(viewer) => hotkeyPage(arena, 'owner', PAGE, viewer)],
      runDetail: [raceRun, qualifyingRun].map((run) => (viewer) => runDetail(arena, run, viewer)),
      leasedRun: [raceRun, qualifyingRun].map((run) => (viewer) => leasedRun(arena, run, viewer)),
      runningEvaluations: [() => runningEvaluations(arena, PAGE)],
      pendingEvaluations: [() => pendingEvaluations(arena, PAGE)],
      arenaOverview: [() => arenaOverview(arena, ARENA_FACTS)],
      validators: [() => validators(arena, PAGE)],
      audits: [() => audits(arena, PAGE)],
      suites: [() => suites(arena, PAGE)],
      currentSuite: [() => currentSuite(arena)],
      suiteProblems: [arena.suiteId, privateSuite].map((suite) => () => suiteProblems(arena, suite)),
      raceCurrent: [() => raceCurrent(arena, PAGE)],
      raceAlarm: [() => raceAlarm(arena, { races: 10 })],
      raceDetail: [() => raceDetail(arena, raceId, PAGE)],
      raceHistory: [() => raceHistory(arena, PAGE)],
      raceVariance: [() => raceVariance(arena, raceId)],
      seedCommitment: [() => seedCommitment(arena, raceId)],
      trajectoryHistory: [() => trajectoryHistory(arena)],
      minerAgents: [({ hotkey }) => minerAgents(arena, hotkey ?? 'nobody', PAGE)],
      minerVersions: [({ hotkey }) => minerVersions(arena, { hotkey: hotkey ?? 'nobody', agentId }, PAGE)],
      attemptPage: [
        (viewer) => attemptPage(arena, planted.raced.run_id, planted.raced.problem_id, viewer),
        (viewer) => attemptPage(arena, qualifyingRun, planted.openProblem, viewer),
        (viewer) => attemptPage(arena, qualifyingRun, problem_id, viewer),
      ],
      problemPage: [planted.raced.problem_id, planted.openProblem, problem_id].map(
        (problem) => (viewer) => problemPage(arena, problem, PAGE, viewer),
      ),
      problemsOfRun: [raceRun, planted.raced.run_id, qualifyingRun].map(
        (run) => (viewer) => problemsOfRun(arena, run, viewer),
      ),
      episodeFeedback: [planted.raced.run_id, raceRun, qualifyingRun].flatMap((run) =>
        [0, 1, 2].map((place) => (viewer: Viewer) => episodeFeedback(arena, episodeId(run, place), viewer)),
      ),
      ledgerPage: [() => ledgerPage(arena, { after: 0, limit: 1_000 })],
      artifactFor: ARTIFACTS.flatMap((artifact_type) =>
        [raceRun, qualifyingRun].map(
          (eval_run_id): View =>
            (viewer) => {
              const request = { artifact_type, agent_version_id: version, eval_run_id, problem_id };
              return artifactFor(arena, request, viewer);
            },
        ),
      ),
    };
  }

  /** Everything that the viewer can read, errors included. */
  async function everythingFor(viewer: Viewer): Promise<readonly (readonly [view: string, text: string])[]> {
    const texts: [string, string][] = [];
    for (const [name, asked] of Object.entries(views())) {
      for (const view of asked) {
        const answer = await view(viewer).catch((error: unknown) => {
          if (!Fault.isInstance(error)) throw error;
          return { detail: error.message, remedy: error.remedy, ...error.extra };
        });
        texts.push([name, JSON.stringify(answer)]);
      }
    }
    return texts;
  }

  function leaksIn(texts: readonly (readonly [string, string])[], secrets: readonly string[]): string[] {
    return texts.flatMap(([view, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${view}: ${secret}`),
    );
  }

  it('no view shows a secret to a stranger or another contestant', async () => {
    const secrets = [...Object.values(SECRETS), planted.codeSha256, ...idsNotAskedFor()];
    for (const viewer of [ANONYMOUS, OTHER_CONTESTANT]) {
      expect(leaksIn(await everythingFor(viewer), secrets), JSON.stringify(viewer)).toEqual([]);
    }
  });

  it('no view shows the owner a secret of the race, of others or of the bank', async () => {
    const texts = await everythingFor(OWNER);
    expect(leaksIn(texts, [SECRETS.race, SECRETS.raceDigits, SECRETS.nobody])).toEqual([]);
    const ofRace = await day.arena.database.reader
      .selectFrom('set_problems')
      .innerJoin('problem_sets', 'problem_sets.set_id', 'set_problems.set_id')
      .select(['problem_id', 'source_id'])
      .where('kind', '=', 'race')
      .execute();
    const ids = ofRace.flatMap(({ problem_id, source_id }) => [problem_id, source_id]);
    expect(
      leaksIn(
        texts,
        ids.filter((id) => idsNotAskedFor().includes(id)),
      ),
    ).toEqual([]);
    // Checks that the marks are in place; otherwise the test would prove nothing.
    const own = new Set(leaksIn(texts, [SECRETS.owner, SECRETS.ownerDate]).map((leak) => leak.split(':')[0]));
    expect([...own].sort()).toEqual([
      'attemptPage',
      'episodeFeedback',
      'hotkeyPage',
      'leasedRun',
      'minerAgents',
      'ownVersionStatus',
      'runDetail',
      'versionProbes',
      'versionProblems',
      'versionRuns',
    ]);
  });

  it('the operator sees the secrets, so that the test is known to look for them', async () => {
    const texts = await everythingFor(OPERATOR);
    const seen = new Set(leaksIn(texts, [SECRETS.race, SECRETS.raceDigits]).map((leak) => leak.split(':')[0]));
    expect([...seen].sort()).toEqual([
      'attemptPage',
      'episodeFeedback',
      'leasedRun',
      'ownVersionStatus',
      'problemPage',
      'problemsOfRun',
      'runDetail',
      'versionProbes',
      'versionProblems',
      'versionRuns',
    ]);
  });

  it('every view is checked for secrets', () => {
    const folder = fileURLToPath(new URL('.', import.meta.url));
    // Admin lists are closed to all other callers, and are tested with their routes.
    const exported = globSync('**/*.ts', { cwd: folder })
      .filter((file) => !/\.test\.ts$|^(admin|testing)\//.test(file))
      .flatMap((file) => [
        ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(
          /^export async function (\w+)\(\s*(?:arena: Arena|\{[^}]*\bdatabase\b[^}]*\}: )/gm,
        ),
      ])
      .map(([, name]) => name);
    expect(exported.sort()).toEqual(Object.keys(views()).sort());
  });

  /** An error may repeat the requested id, as it does for an id that does not exist. */
  function idsNotAskedFor(): string[] {
    const asked = planted.hiddenIds.find((id) => /^[0-9a-f]{8}-/.test(id));
    return planted.hiddenIds.filter((id) => id !== asked);
  }
});
