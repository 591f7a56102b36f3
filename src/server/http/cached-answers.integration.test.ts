import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { setChampion } from '../../arena/champion.ts';
import { activateSuite, createSuite } from '../../arena/exam.ts';
import { banHotkey, cancelVersion, discardVersion, reinstateVersion, unbanHotkey } from '../../arena/operator.ts';
import { claimWork, completeRun, heartbeat, reapRuns, recordProgress } from '../../arena/queue.ts';
import { pinVersion, tickRace } from '../../arena/race.ts';
import { insertVersion, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { failure, outcomeOf, PROBLEMS, queueVersion, success } from '../../arena/testing/sample-queue.ts';
import { makeSampleBank, type SampleBank } from '../../arena/testing/sample-race.ts';
import { topAgent } from '../../board/leaderboard.ts';
import { raceCurrent } from '../../board/races.ts';
import { versionProblems } from '../../board/versions.ts';
import { ANONYMOUS } from '../../board/viewer.ts';
import { raceCurrentSchema, topSchema, versionProblemsSchema } from '../../board/wire.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import {
  type MakeDatabase,
  onBothEngines,
  onEveryEngine,
  type TestDatabase,
} from '../../store/testing/every-engine.ts';
import { scaled } from '../../testing/scaled.ts';
import { EventFeed } from '../live/event-feed.ts';
import type { ServerTables } from '../start/open-arena.ts';
import { type AnotherServer, SampleServer } from '../testing/sample/sample-server.ts';
import { addressOf } from '../testing/sample/sample-wallets.ts';

const WHO = { who: 'operator', reason: 'a test' };
const VERSIONS = 3;
const VALIDATORS = 3;
const HIDDEN = 12;

/** An arena with a test clock, and two servers that share only its database. */
class Stage {
  readonly #server: SampleServer;
  readonly #place: TestDatabase;
  readonly #bank: SampleBank;
  readonly servers: AnotherServer[] = [];
  readonly arena: SampleArena;
  readonly versions: string[] = [];
  now = Date.now();

  private constructor(server: SampleServer, place: TestDatabase, bank: SampleBank, suiteId: number) {
    this.#server = server;
    this.#place = place;
    this.#bank = bank;
    this.arena = {
      ...this.arenaOn(server.arena.database),
      suiteId,
      pass: (milliseconds) => {
        this.now += milliseconds;
      },
      addVersion: async (version) =>
        await insertVersion(server.arena.database, suiteId, {
          hotkey: addressOf('alice'),
          name: 'sample',
          number: this.versions.length + 1,
          submittedAt: this.now,
          ...version,
        }),
      close: async () => {},
    };
  }

  static async open(makeDatabase: MakeDatabase): Promise<Stage> {
    let place: TestDatabase | undefined;
    const server = await SampleServer.open(async () => {
      place = await makeDatabase();
      return place;
    });
    const suite = { name: 'sample', problems: sampleProblems(PROBLEMS), isPublic: true };
    const { suiteId } = await createSuite(server.arena.database, suite, { who: 'operator', now: Date.now() });
    await activateSuite(server.arena, suiteId, { who: 'operator' });
    const stage = new Stage(server, place!, await makeSampleBank(HIDDEN), suiteId);
    for (const hotkey of [addressOf('alice'), addressOf('bob'), addressOf('alice')].slice(0, VERSIONS)) {
      stage.versions.push(await queueVersion(stage.arena, { version: { hotkey, number: stage.versions.length + 1 } }));
    }
    for (let index = 0; index < 2; index++) await stage.addServer();
    return stage;
  }

  arenaOn(database: SampleServer['arena']['database']): SampleServer['arena'] {
    return { ...this.#server.arena, database, now: () => this.now };
  }

  async addServer(): Promise<void> {
    const database = (await this.#place.open()).tables<ServerTables>();
    const changed = { arena: this.arenaOn(database), feed: new EventFeed(database) };
    this.servers.push(await this.#server.openAnother(changed));
  }

  async tick(): Promise<void> {
    await tickRace(this.arena, this.#bank.hidden);
  }

  async crown(at: number): Promise<void> {
    const { suiteId } = this.arena;
    await setChampion(this.arena, { agentVersionId: this.versions[at]!, suiteId, force: true, who: 'operator' });
  }

  async close(): Promise<void> {
    for (const server of this.servers) await server.close();
    await this.#server.close();
    this.#bank.remove();
  }

  /** The answers of both servers, and the answers computed without a cache. */
  async look(): Promise<{ readonly cached: unknown; readonly computed: unknown }> {
    const cached = await Promise.all(
      this.servers.map(async ({ ask }) => {
        const get = async (target: string) => (await ask({ target })).json;
        return {
          top: await get('/v1/public/top'),
          race: await get('/v1/public/races/current'),
          problems: await Promise.all(this.versions.map((id) => get(`/v1/public/agent-versions/${id}/problems`))),
        };
      }),
    );
    const page = { limit: 500, offset: 0 };
    const fresh = {
      top: topSchema.parse(await topAgent(this.arena)),
      race: raceCurrentSchema.parse(await raceCurrent(this.arena, { limit: 1_000, offset: 0 })),
      problems: await Promise.all(
        this.versions.map(async (id) =>
          versionProblemsSchema.parse(await versionProblems(this.arena, id, page, ANONYMOUS)),
        ),
      ),
    };
    return { cached, computed: JSON.parse(JSON.stringify([fresh, fresh])) };
  }
}

type Step = (stage: Stage) => Promise<unknown>;
const holder = (index: number): string => `validator-${index}`;

async function heldRun({ arena }: Stage, hotkey: string): Promise<string | undefined> {
  const row = await arena.database.reader
    .selectFrom('runs')
    .select('run_id')
    .where('validator_hotkey', '=', hotkey)
    .orderBy('claimed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.run_id;
}

/** Acts on the newest run of a validator, if it ever had one. */
function forRun(index: number, work: (stage: Stage, runId: string) => Promise<unknown>): Step {
  return async (stage) => {
    const runId = await heldRun(stage, holder(index));
    if (runId !== undefined) await work(stage, runId);
  };
}

const by = fc.nat(VALIDATORS - 1);
const version = fc.nat(VERSIONS - 1);
const problem = fc.nat(PROBLEMS - 1);

async function problemAt({ arena }: Stage, position: number): Promise<string> {
  const rows = await arena.database.reader.selectFrom('set_problems').select('problem_id').execute();
  return rows[position]!.problem_id;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: by.map(
      (index): Step =>
        async ({ arena }) =>
          await claimWork(arena, holder(index)),
    ),
  },
  {
    weight: 3,
    arbitrary: by.map((index) => forRun(index, ({ arena }, runId) => heartbeat(arena, holder(index), runId))),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(by, problem, fc.constantFrom('RUNNING', 'SUCCESS', 'FAILED')).map(([index, at, status]) =>
      forRun(index, async (stage, runId) => {
        // Evidence may arrive after the end of a run and changes its public view.
        const summary = { evidence_s3_key: `${runId}/${at}` };
        const update = { problem_id: await problemAt(stage, at), status, score_components_summary: summary };
        await recordProgress(stage.arena, holder(index), runId, [update as never]);
      }),
    ),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(by, fc.constantFrom(success(3), success(3), success(5), failure('agent'), failure()))
      .map(([index, body]) => forRun(index, ({ arena }, runId) => completeRun(arena, holder(index), runId, body))),
  },
  {
    weight: 2,
    arbitrary: version.map(
      (at): Step =>
        (stage) =>
          stage.crown(at),
    ),
  },
  {
    weight: 1,
    arbitrary: version.map(
      (at): Step =>
        ({ arena, versions }) =>
          discardVersion(arena, versions[at]!, WHO),
    ),
  },
  {
    weight: 1,
    arbitrary: version.map(
      (at): Step =>
        ({ arena, versions }) =>
          reinstateVersion(arena, versions[at]!, WHO),
    ),
  },
  {
    weight: 1,
    arbitrary: version.map(
      (at): Step =>
        ({ arena, versions }) =>
          cancelVersion(arena, versions[at]!, WHO),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(({ arena }) => banHotkey(arena, addressOf('bob'), 'miner', WHO)) },
  { weight: 1, arbitrary: fc.constant<Step>(({ arena }) => unbanHotkey(arena, addressOf('bob'), 'miner', WHO)) },
  {
    weight: 1,
    arbitrary: version.map(
      (at): Step =>
        ({ arena, versions }) =>
          pinVersion(arena, addressOf('alice'), versions[at]!),
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom<Step>((stage) => stage.tick()) },
  { weight: 1, arbitrary: fc.constantFrom<Step>(({ arena }) => reapRuns(arena)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(5_000, 60_000, 700_000, 86_400_000).map(
      (time): Step =>
        async ({ arena }) =>
          arena.pass(time),
    ),
  },
);

let stage: Stage | undefined;
afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

onEveryEngine('cached answers', (makeDatabase) => {
  it('cached answers equal computed ones after any event, in every process', { timeout: scaled(240_000) }, async () => {
    let changes = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), async (steps) => {
      stage = await Stage.open(makeDatabase);
      let before = await stage.look();
      for (const take of steps) {
        await outcomeOf(take(stage) as Promise<unknown>);
        const { cached, computed } = await stage.look();
        expect(cached).toEqual(computed);
        if (JSON.stringify(before.computed) !== JSON.stringify(computed)) changes++;
        before = { cached, computed };
      }
      await stage.close();
      stage = undefined;
    });
    await fc.assert(property, { numRuns: 5, endOnFailure: true });
    // Otherwise the test would have tested nothing.
    expect(changes).toBeGreaterThan(10);
  });
});

onBothEngines('the cache of several processes', (makeDatabase) => {
  it('the cache of several processes shows a change at once, wherever it was made, with a new tag', async () => {
    stage = await Stage.open(makeDatabase);
    const { versions, servers } = stage;
    const top = async () => await Promise.all(servers.map(async ({ ask }) => await ask({ target: '/v1/public/top' })));
    const names = (answers: Awaited<ReturnType<typeof top>>) =>
      answers.map(({ json }) => (json as { top_agent_version_id: string | null }).top_agent_version_id);
    expect(names(await top())).toEqual([null, null]);
    for (const version of [versions[0]!, versions[1]!]) {
      await stage.crown(version === versions[0] ? 0 : 1);
      const answers = await top();
      expect(names(answers)).toEqual([version, version]);
      const [one, other] = answers.map(({ headers }) => headers.etag);
      expect(one).toBe(other);
      const again = await servers[0]!.ask({ target: '/v1/public/top', headers: { 'if-none-match': String(one) } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });

  it('the cache of several processes shows evidence that arrives late', async () => {
    stage = await Stage.open(makeDatabase);
    const { arena, servers } = stage;
    const problem_id = await problemAt(stage, 0);
    const done: { validator: string; runId: string; agentVersionId: string }[] = [];
    for (let count = 0; count < 2 * VERSIONS; count++) {
      const validator = holder(count % 2);
      const { runId, agentVersionId } = (await claimWork(arena, validator))!;
      await recordProgress(arena, validator, runId, [{ problem_id, status: 'SUCCESS', score: 1 } as never]);
      await completeRun(arena, validator, runId, success(3));
      done.push({ validator, runId, agentVersionId });
    }
    const { validator, runId, agentVersionId } = done[0]!;
    const updates = async () =>
      await Promise.all(
        servers.map(async ({ ask }) => {
          const { json } = await ask({ target: `/v1/public/agent-versions/${agentVersionId}/problems` });
          const { problems } = json as {
            problems: { validator_results: { eval_run_id: string; updated_at: string }[] }[];
          };
          const results = problems.flatMap(({ validator_results }) => validator_results);
          return results.find(({ eval_run_id }) => eval_run_id === runId)?.updated_at;
        }),
      );
    const before = new Date(stage.now).toISOString();
    expect(await updates()).toEqual([before, before]);
    arena.pass(10);
    const late = { problem_id, status: 'SUCCESS', score_components_summary: { evidence_s3_key: 'late' } };
    await recordProgress(arena, validator, runId, [late as never]);
    const after = new Date(stage.now).toISOString();
    expect(await updates()).toEqual([after, after]);
  });

  it('the cache never shows an owner’s view to others, nor a stranger’s to the owner', async () => {
    stage = await Stage.open(makeDatabase);
    const { arena, versions, servers } = stage;
    // At most two of three claims get the same version, and two of the three versions are Alice's.
    const claims = await Array.fromAsync([0, 1, 2], async (index) => ({
      validator: holder(index),
      ...(await claimWork(arena, holder(index)))!,
    }));
    const { validator, runId, agentVersionId } = claims.find((each) => each.agentVersionId !== versions[1])!;
    await heartbeat(arena, validator, runId);
    const update = { problem_id: await problemAt(stage, 0), status: 'SUCCESS', score: 1 };
    await recordProgress(arena, validator, runId, [update as never]);
    const target = `/v1/public/agent-versions/${agentVersionId}/problems`;
    const results = async (as: 'alice' | 'bob' | 'nobody', at: number) => {
      const { json, headers } = await servers[at]!.ask({ target, as });
      const { problems } = json as { problems: { validator_results: unknown[] }[] };
      return [problems.flatMap((each) => each.validator_results).length, headers['cache-control']];
    };
    for (const at of [0, 1]) {
      for (let round = 0; round < 2; round++) {
        expect(await results('nobody', at)).toEqual([0, 'no-cache']);
        expect(await results('alice', at)).toEqual([1, 'private, no-cache']);
        expect(await results('bob', at)).toEqual([0, 'private, no-cache']);
      }
    }
  });
});
