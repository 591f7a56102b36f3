import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordProgress, runProblems } from '../../../arena/queue.ts';
import { publishRetirements } from '../../../arena/race/publish-retirements.ts';
import { json } from '../../../store/database.ts';
import { onSqlite } from '../../../store/testing/every-engine.ts';
import { scaled } from '../../../testing/scaled.ts';
import { passSampleDay, type SampleDay } from '../sample/sample-day.ts';
import { SampleServer } from '../sample/sample-server.ts';
import { addressOf, type Person } from '../sample/sample-wallets.ts';
import { readCases } from './read-cases.ts';

/** Bob owns the racing version that leaks; Alice is another contestant. */
const READERS: readonly Person[] = ['nobody', 'alice', 'bob'];
/** Fields that depend on the time of the request, not on what agents did. */
const CLOCK_FIELDS = /^(computed_at|expires_at|download_url)$/;

/** Endpoints closed to contestants, the chain's own clock, and request counts, which have a separate test. */
const OTHER_ENDPOINTS = /^\/(metrics$|v1\/(admin|validator|public\/chain)\/)/;

/**
 * The attack: an agent encodes bits of a hidden query in everything that it can influence. The results of races are
 * written twice, the second time with every bit flipped. Everything a contestant can read must be the same both times.
 */
onSqlite('bits of hidden queries', (makeDatabase) => {
  let server: SampleServer;
  let day: SampleDay;
  let askedAt: number;
  beforeAll(async () => {
    server = await SampleServer.open(makeDatabase);
    day = await passSampleDay(server);
    askedAt = server.arena.now();
  });
  afterAll(async () => await server.close());

  async function raceResults() {
    return await server.arena.database.reader
      .selectFrom('problem_results as result')
      .innerJoin('runs', 'runs.run_id', 'result.run_id')
      .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
      .innerJoin('set_problems as problem', (join) =>
        join.onRef('problem.set_id', '=', 'item.set_id').onRef('problem.problem_id', '=', 'result.problem_id'),
      )
      .select(['result.run_id', 'result.problem_id', 'result.score', 'problem.position', 'problem.record'])
      .where('item.phase', '=', 'RACE')
      .orderBy('result.run_id')
      .orderBy('problem.position')
      .execute();
  }

  /** Writes what validators would measure. The number of solved problems is public, so it stays the same. */
  async function leak(flip: boolean): Promise<void> {
    const results = await raceResults();
    await server.arena.database.withTransaction(async (transaction) => {
      for (const [run_id, own] of Map.groupBy(results, (result) => result.run_id)) {
        const solved = own.filter(({ score }) => score === 1).length;
        const order = flip ? own.toReversed() : own;
        for (const [place, { problem_id, record }] of order.entries()) {
          const bits = bitsOf(String(record.query)) ^ (flip ? 0x7ff : 0);
          await transaction
            .updateTable('problem_results')
            .set({
              status: place < solved ? 'SUCCESS' : bits & 1 ? 'FAILED' : 'TIMED_OUT',
              score: place < solved ? 1 : 0,
              reasoning_score: bits / 2_047,
              inference_total: bits,
              inference_failure_count: bits & 7,
              execution_time: bits / 7,
              updated_at: 1_000_000 + bits,
              summary: json({ cpu_seconds: bits / 100, ground_truth: bits / 2_047, fault_code: 'AGENT_RAISED' }),
            })
            .where('run_id', '=', run_id)
            .where('problem_id', '=', problem_id)
            .execute();
        }
        const text = Array.from(own, ({ record }) => String(record.query)).join(' ');
        const printed = flip ? Array.from(text).toReversed().join('') : text;
        const run = await transaction
          .selectFrom('runs')
          .select(['score_components', 'status'])
          .where('run_id', '=', run_id)
          .executeTakeFirstOrThrow();
        await transaction
          .updateTable('runs')
          .set({
            score_components:
              run.score_components === null
                ? null
                : json({ ...run.score_components, field_matching: bitsOf(printed) / 2_047, printed }),
            sandbox_metadata: json({
              exit_code: flip ? 1 : 0,
              duration_seconds: bitsOf(printed) / 7,
              stderr_tail: printed,
            }),
          })
          .where('run_id', '=', run_id)
          .execute();
      }
      await transaction
        .updateTable('validators')
        .set({ cpu_pct: flip ? 90 : 10, ram_pct: flip ? 80 : 20, docker_container_count: flip ? 1 : 2, metrics_at: 1 })
        .where('hotkey', '=', addressOf('holder'))
        .execute();
    });
  }

  /** Every public answer as text, by endpoint and reader. A new server has an empty cache. */
  async function readEverything(readers: readonly Person[]): Promise<ReadonlyMap<string, string>> {
    const { ask, close } = await server.openAnother({ arena: { ...server.arena, now: () => askedAt } });
    const read = new Map<string, string>();
    try {
      for (const [route, looks] of Object.entries(readCases(day))) {
        const [method, pattern] = route.split(' ') as [string, string];
        if (OTHER_ENDPOINTS.test(pattern)) continue;
        for (const { path = [], query, body } of looks) {
          const values = path.values();
          const endpoint = pattern.replaceAll('{}', () => encodeURIComponent(values.next().value!));
          const target = query === undefined ? endpoint : `${endpoint}?${query}`;
          for (const as of readers) {
            const { status, text, json: parsed } = await ask({ as, method, target, body });
            const told = parsed === undefined ? text : JSON.stringify(parsed, withoutClock);
            read.set(`${as}: ${method} ${target} ${JSON.stringify(body) ?? ''}`, `${status} ${told}`);
          }
        }
      }
    } finally {
      await close();
    }
    return read;
  }

  async function endpointsThatDiffer(readers: readonly Person[]): Promise<string[]> {
    await leak(false);
    const first = await readEverything(readers);
    await leak(true);
    const second = await readEverything(readers);
    expect([...second.keys()]).toEqual([...first.keys()]);
    return [...first].filter(([endpoint, told]) => second.get(endpoint) !== told).map(([endpoint]) => endpoint);
  }

  // The last test retires problems, which must not affect the others.
  describe('in order', { shuffle: false }, () => {
    it('hidden queries reach neither a stranger, nor another contestant, nor the owner', {
      timeout: scaled(120_000),
    }, async () => {
      expect(await endpointsThatDiffer(READERS)).toEqual([]);
    });

    it('hidden queries reach the operator, which shows that the test can find them', {
      timeout: scaled(120_000),
    }, async () => {
      const endpoints = (await endpointsThatDiffer(['admin'])).join('\n');
      for (const part of ['/problems', `/evaluation-runs/${day.runs.overAndDone}`, '/runs']) {
        expect(endpoints).toContain(part);
      }
    });

    it('progress on race problems is not public', async () => {
      const { arena } = server;
      const run = day.runs.heldInRace;
      const holder = addressOf('holder');
      await arena.database.withTransaction(async (transaction) => {
        await transaction.deleteFrom('problem_results').where('run_id', '=', run).execute();
      });
      const running = async () => (await server.ask({ target: '/v1/public/evaluations/running?limit=500' })).json;
      const [head, before] = [await server.started.services.feed.head(), await running()];
      for (const { problem_id } of await runProblems(arena, holder, run)) {
        await recordProgress(arena, holder, run, [{ problem_id, status: 'SUCCESS', score: 1 }]);
        const { ask, close } = await server.openAnother({});
        expect((await ask({ target: '/v1/public/evaluations/running?limit=500' })).json).toEqual(before);
        await close();
      }
      expect(await server.started.services.feed.head()).toBe(head);
    });

    it('queries retired before the running race closed are public again', async () => {
      const { arena } = server;
      const over = await arena.database.reader
        .selectFrom('races')
        .innerJoin('set_problems', 'set_problems.set_id', 'races.set_id')
        .select(['source_id', 'problem_id'])
        .where('race_id', '=', day.races.over)
        .orderBy('position')
        .execute();
      const [{ source_id: problemId, problem_id }] = over as [{ source_id: string; problem_id: string }];
      const running = await arena.database.reader
        .selectFrom('races')
        .select('closes_at')
        .where('race_id', '=', day.races.running)
        .executeTakeFirstOrThrow();
      const shown = async () => {
        const target = `/v1/public/agent-versions/${day.versions.bobReleased}/problems?race_id=${day.races.over}`;
        const { problems } = (await server.ask({ target })).json as {
          problems: { problem_id: string; results_shown: string; validator_results: unknown[] }[];
        };
        return problems.filter(({ validator_results }) => validator_results.length > 0).map((each) => each.problem_id);
      };
      const retire = async (id: string, now: number) =>
        await publishRetirements(
          { ...arena, now: () => now },
          {
            retirements: async () => [
              { problemId: id, reason: 'drawn often', by: 'arena', retiredAt: '2026-01-01T00:00:00Z' },
            ],
          },
        );
      expect(await shown()).toEqual([]);
      await retire(problemId, running.closes_at - 1);
      expect(await shown()).toEqual([problem_id]);
      // A problem that may be in the draw of the running race stays hidden.
      await retire(over[1]!.source_id, running.closes_at + 1);
      expect(await shown()).toEqual([problem_id]);
    });
  });
});

/** As many bits as one number of one problem could leak. */
function bitsOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + letter.codePointAt(0)!) % 2_048;
  return hash;
}

function withoutClock(key: string, value: unknown): unknown {
  return CLOCK_FIELDS.test(key) ? undefined : value;
}
