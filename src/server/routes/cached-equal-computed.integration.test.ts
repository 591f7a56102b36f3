import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { activateSuite, createSuite } from '../../arena/exam.ts';
import { invalidateRun } from '../../arena/operator.ts';
import { completeRun } from '../../arena/queue.ts';
import { problemPage } from '../../board/attempts.ts';
import { leaderboard, topAgent } from '../../board/leaderboard.ts';
import { arenaFeed, contestantFeed } from '../../board/notices.ts';
import { raceCurrent } from '../../board/races.ts';
import { validatorAgreement } from '../../board/runs.ts';
import { versionProblems } from '../../board/versions.ts';
import { ANONYMOUS } from '../../board/viewer.ts';
import {
  currentRacersQuerySchema,
  leaderboardQuerySchema,
  leaderboardSchema,
  problemPageQuerySchema,
  problemPageSchema,
  raceCurrentSchema,
  topSchema,
  validatorPageSchema,
  versionProblemsQuerySchema,
  versionProblemsSchema,
} from '../../board/wire.ts';
import { Fault } from '../../fault/fault.ts';
import { growBank } from '../../problems/suites.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { Random } from '../../random/random.ts';
import { readEvents } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { scaled } from '../../testing/scaled.ts';
import { RandomActs } from '../testing/sample/random-acts.ts';
import { plainAgent } from '../testing/sample/sample-agents.ts';
import { reportRun, success } from '../testing/sample/sample-run.ts';
import { type AnotherServer, SampleServer } from '../testing/sample/sample-server.ts';
import { SampleStage, SUITE_SIZE } from '../testing/sample/sample-stage.ts';
import { addressOf, type Signer } from '../testing/sample/sample-wallets.ts';

/** One seed and few acts, because all answers are computed after each act, on both engines. Use other seeds by hand. */
const SEEDS = [1];
const ACTS = 25;
const RACE_PROBLEMS = 20;
/** Minimum age of a cached answer, after which events count. */
const LEAST_AGE = 1_000;
const LEAST_FEED_AGE = 10_000;

interface View {
  readonly target: string;
  /** The field of the answer that is compared; without it, the whole answer. */
  readonly part?: string;
  readonly schema: z.ZodType;
  readonly compute: () => Promise<unknown>;
}

onEveryEngine('cached answers', (makeDatabase) => {
  let server: SampleServer;
  let stage: SampleStage;
  /** Its cached answers age by the clock of the stage. */
  let caching: AnotherServer;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    server = await SampleServer.open(makeDatabase);
    stage = new SampleStage(server.arena, join(server.folder, 'bank'), server.started.services.analyse);
    const by = { who: addressOf('admin'), now: stage.now };
    const suite = { name: 'first', problems: sampleProblems(SUITE_SIZE, 'first'), isPublic: true };
    const { suiteId } = await createSuite(stage.arena.database, suite, by);
    await activateSuite(stage.arena, suiteId, { who: by.who });
    const problems = sampleProblems(RACE_PROBLEMS, 'hidden');
    await growBank({ folder: stage.bank, problems, now: () => new Date(stage.now) });
    await stage.tickRace();
    caching = await server.openAnother({ arena: stage.arena as SampleServer['arena'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await caching.close();
    await server.close();
  });

  const top: View = { target: '/v1/public/top', schema: topSchema, compute: () => topAgent(stage.arena) };
  const currentRace: View = {
    target: '/v1/public/races/current',
    schema: raceCurrentSchema,
    compute: () => raceCurrent(stage.arena, currentRacersQuerySchema.parse({})),
  };
  const leaderboards = ['', '?score_type=race', '?category=shop&limit=2'].map(
    (query): View => ({
      target: `/v1/public/leaderboard${query}`,
      schema: leaderboardSchema,
      compute: () =>
        leaderboard(stage.arena, leaderboardQuerySchema.parse(Object.fromEntries(new URLSearchParams(query)))),
    }),
  );
  const problemView = (id: string): View => ({
    target: `/v1/public/problems/${id}`,
    schema: problemPageSchema,
    compute: () => problemPage(stage.arena, id, problemPageQuerySchema.parse({}), ANONYMOUS),
  });
  const versionView = (id: string): View => ({
    target: `/v1/public/agent-versions/${id}/problems`,
    schema: versionProblemsSchema,
    compute: () => versionProblems(stage.arena, id, versionProblemsQuerySchema.parse({}), ANONYMOUS),
  });
  /** The first problem of every suite and race, hidden ones included. */
  const problemViews = async (): Promise<View[]> => {
    const problems = server.arena.database.reader.selectFrom('set_problems').select('problem_id');
    const rows = await problems.where('position', '=', 0).distinct().orderBy('problem_id').execute();
    return rows.map(({ problem_id }) => problemView(problem_id));
  };
  const versionViews = async (): Promise<View[]> => {
    const versions = server.arena.database.reader.selectFrom('agent_versions').select('agent_version_id');
    const rows = await versions.orderBy('submitted_at').orderBy('agent_version_id').limit(2).execute();
    return rows.map(({ agent_version_id }) => versionView(agent_version_id));
  };

  const cached = async ({ target, part }: View): Promise<unknown> => {
    const { status, json, text } = await caching.ask({ target });
    if (target.endsWith('.atom')) return Array.from(text.matchAll(/<id>(urn:sha256:[0-9a-f]+)<\/id>/g), ([, id]) => id);
    if (status !== 200) return (json as { error_code: string }).error_code;
    return part === undefined ? json : (json as Record<string, unknown>)[part];
  };
  const fresh = async ({ schema, compute }: View): Promise<unknown> => {
    try {
      return JSON.parse(JSON.stringify(schema.parse(await compute())));
    } catch (error) {
      if (Fault.isInstance(error)) return error.code;
      throw error;
    }
  };
  const compare = async (views: readonly View[], done: readonly string[]): Promise<void> => {
    for (const view of views) {
      expect(await cached(view), `${view.target} after ${done.join(', ')}`).toEqual(await fresh(view));
    }
  };

  let pages = 0;
  /** The page of a validator is cached as a whole, so each request asks for another page of its runs. */
  const agreementView = (hotkey: string): View => ({
    target: `/v1/public/validators/${hotkey}?offset=${++pages}`,
    part: 'agreement',
    schema: validatorPageSchema.shape.agreement,
    compute: () => validatorAgreement(stage.arena, hotkey),
  });
  const agreementViews = async (): Promise<View[]> => {
    const validators = server.arena.database.reader.selectFrom('validators').select('hotkey').orderBy('hotkey');
    return (await validators.execute()).map(({ hotkey }) => agreementView(hotkey));
  };
  const compareAll = async (done: readonly string[]): Promise<void> => {
    await compare([top, currentRace, ...(await versionViews()), ...(await agreementViews())], done);
    vi.advanceTimersByTime(LEAST_AGE);
    await compare([...leaderboards, ...(await problemViews())], done);
    // This answer is cached for no longer than the minimum age of the others.
    await cached(top);
  };

  it.each(SEEDS)(
    'cached answers equal computed ones after every act, seed %i',
    { tags: 'slow', timeout: scaled(180_000) },
    async (seed) => {
      const acts = new RandomActs(stage, new Random(seed), server.started.services.analyse);
      const done: string[] = [];
      const compareAfter = async (act: string): Promise<void> => {
        done.push(act);
        await compareAll(done);
      };
      for await (const act of acts.untilRaceDecided()) await compareAfter(act);
      expect(await fresh(top)).toMatchObject({ top_agent_version_id: expect.any(String) });
      for (let count = 0; count < ACTS; count++) await compareAfter(await acts.next());
    },
  );

  it('the agreement of a validator is computed again after an event, and not before', async () => {
    const { arena } = stage;
    const seen = { solved: 2, coefficient: 1, judge: '', log: '', errorOutput: '' };
    const version = await stage.submit('alice', 'one', plainAgent(1));
    const runs: string[] = [];
    for (const validator of ['holder', 'idle'] as const) {
      runs.push(await stage.claim(validator, version));
      await stage.finish(validator, runs.at(-1)!, seen);
    }
    const agreement = () => cached(agreementView(addressOf('holder')));
    const peer = { validator_hotkey: addressOf('idle'), problems: SUITE_SIZE, same: SUITE_SIZE };
    expect(await agreement()).toEqual({ evaluations: 1, peers: [peer] });
    // Without an event: nothing in an arena does that.
    await arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('problem_results')
        .set({ status: 'FAILED' })
        .where('run_id', '=', runs[1]!)
        .execute();
    });
    expect(await agreement()).toEqual({ evaluations: 1, peers: [peer] });
    await invalidateRun(arena, runs[0]!, { who: addressOf('admin'), reason: 'a test' });
    expect(await agreement()).toEqual({ evaluations: 0, peers: [] });
  });

  const contestantFeedView: View = {
    target: `/v1/public/hotkeys/${addressOf('alice')}/feed.atom`,
    schema: z.array(z.string()),
    compute: async () => (await contestantFeed(stage.arena, addressOf('alice'))).map(({ id }) => id),
  };
  const arenaFeedView: View = {
    target: '/v1/public/feed.atom',
    schema: z.array(z.string()),
    compute: async () => (await arenaFeed(stage.arena)).map(({ id }) => id),
  };
  const pageViews = async () => [
    ...leaderboards,
    currentRace,
    top,
    ...(await versionViews()),
    ...(await problemViews()),
    ...(await agreementViews()),
  ];
  const feedViews = async () => [contestantFeedView, arenaFeedView];

  const compareFeeds = async (done: readonly string[]): Promise<void> => {
    vi.advanceTimersByTime(LEAST_FEED_AGE);
    await compare(await feedViews(), done);
  };

  /** A completed run that does not close its item is shown in the feed only. */
  it.each([
    ['pages', pageViews, compareAll, { completed: false, eligible: true, activated: true }],
    ['feeds', feedViews, compareFeeds, { completed: true, eligible: true, activated: true }],
  ])(
    'cached %s equal computed ones after a run is completed, or a suite created or activated, and nothing else',
    { timeout: scaled(60_000) },
    async (_, viewsNow, compareNow, changes) => {
      const { arena } = stage;
      /** Performs an act that adds only these events; returns whether it changes an answer. */
      const alone = async (kinds: readonly string[], perform: () => Promise<unknown>): Promise<boolean> => {
        const views = await viewsNow();
        await compareNow(['the acts before']);
        const before = await Promise.all(views.map(fresh));
        const { length } = await readEvents(arena.database, 0, 1_000);
        await perform();
        const events = await readEvents(arena.database, length, 1_000);
        expect(events.map(({ what }) => what)).toEqual(kinds);
        await compareNow(kinds);
        const after = await Promise.all(views.map(fresh));
        return !isDeepStrictEqual(before, after);
      };
      const seen = { solved: 2, coefficient: 1, judge: '', log: '', errorOutput: '' };
      const version = await stage.submit('alice', 'one', plainAgent(1));
      const hold = async (validator: Signer) => {
        const runId = await stage.claim(validator, version);
        await reportRun(arena, addressOf(validator), runId, seen);
        return () => completeRun(arena, addressOf(validator), runId, success(SUITE_SIZE, seen));
      };
      const first = await hold('holder');
      expect(await alone(['run.completed'], first)).toBe(changes.completed);
      const second = await hold('idle');
      expect(await alone(['run.completed', 'version.eligible'], second)).toBe(changes.eligible);
      const suite = { name: 'second', problems: sampleProblems(SUITE_SIZE, 'second'), isPublic: true };
      const by = { who: addressOf('admin'), now: stage.now };
      await alone(['suite.created'], () => createSuite(arena.database, suite, by));
      const { suite_id } = await arena.database.reader
        .selectFrom('suites')
        .select('suite_id')
        .where('name', '=', suite.name)
        .executeTakeFirstOrThrow();
      expect(await alone(['suite.activated'], () => activateSuite(arena, suite_id, by))).toBe(changes.activated);
    },
  );
});
