import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { verifyEvents } from '../../store/database/verify-events.ts';
import { onBothEngines } from '../../store/testing/every-engine.ts';
import { itSample } from '../../testing/it-sample.ts';
import { scaled } from '../../testing/scaled.ts';
import { queueFlaws } from '../testing/queue-flaws.ts';
import { act } from '../testing/sample-acts.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { PROBLEMS, queueVersion, samplePolicy, success } from '../testing/sample-queue.ts';
import { unreliableClient } from '../testing/unreliable-client.ts';
import { LONGEST, WatchedQueue } from '../testing/watched-queue.ts';
import { claimWork } from './claim-work.ts';
import { completeRun } from './complete-run.ts';
import { reapRuns } from './reap-runs.ts';

const VERSIONS = 2;
const POLICY = samplePolicy({ requiredSuccesses: 2, maxFailedRuns: 4, retryDelaySeconds: 60 });

/** No item is lost: whatever happened, new validators can complete every item. */
async function finishWithFresh(arena: SampleArena): Promise<void> {
  arena.pass(LONGEST);
  await reapRuns(arena);
  for (let index = 0; index < 200; index++) {
    const hotkey = `fresh-${index}`;
    const work = await claimWork(arena, hotkey);
    if (work === undefined) break;
    await completeRun(arena, hotkey, work.runId, success(3));
  }
  const open = await arena.database.reader
    .selectFrom('work_items')
    .selectAll()
    .where('closed_at', 'is', null)
    .execute();
  expect(open).toEqual([]);
}

async function eventCounts(arena: SampleArena): Promise<Record<string, number>> {
  const rows = await arena.database.reader
    .selectFrom('events')
    .select(({ fn }) => ['what', fn.countAll<number>().as('count')])
    .groupBy('what')
    .execute();
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

/** The ledger records every change once. */
async function expectLedgerFits(arena: SampleArena): Promise<void> {
  const { reader } = arena.database;
  const runs = await reader.selectFrom('runs').selectAll().execute();
  const items = await reader.selectFrom('work_items').selectAll().execute();
  const counts = await eventCounts(arena);
  const having = (...statuses: string[]) => runs.filter(({ status }) => statuses.includes(status)).length;
  expect(counts['run.claimed'] ?? 0).toBe(runs.length);
  expect(counts['run.completed'] ?? 0).toBe(having('SUCCESS', 'FAILED', 'TIMED_OUT'));
  expect(counts['run.stale'] ?? 0).toBe(having('STALE'));
  expect(counts['version.eligible'] ?? 0).toBe(items.filter((item) => item.close_reason === 'complete').length);
  expect(await verifyEvents(arena.database)).toMatchObject({ ok: true });
}

onBothEngines('the queue', (makeDatabase, engine) => {
  let arena: SampleArena | undefined;
  const open = async (versions: number): Promise<SampleArena> => {
    arena = await openSampleArena(makeDatabase, { problems: PROBLEMS, policy: POLICY });
    for (let index = 0; index < versions; index++) await queueVersion(arena, { now: arena.now() + index });
    return arena;
  };
  const close = async () => {
    await arena?.close();
    arena = undefined;
  };
  afterEach(close);

  const problemsOf = async ({ database }: SampleArena) =>
    (await database.reader.selectFrom('set_problems').select('problem_id').execute()).map((row) => row.problem_id);

  itSample(engine === 'sqlite' ? [10, 30] : [8], engine === 'sqlite' ? 1 : 0)(
    'the queue keeps its invariants for any order and timing of validator actions, in %i sequences',
    {
      timeout: scaled(240_000),
    },
    async (numRuns) => {
      await fc.assert(
        fc
          .asyncProperty(fc.array(act, { minLength: 40, maxLength: 120, size: 'max' }), async (acts) => {
            const opened = await open(VERSIONS);
            const watch = new WatchedQueue(opened, await problemsOf(opened));
            for (const each of acts) {
              await watch.perform(each);
              expect(await queueFlaws(opened.database.reader)).toEqual([]);
            }
            await watch.compare();
            await finishWithFresh(opened);
            expect(await queueFlaws(opened.database.reader)).toEqual([]);
            await expectLedgerFits(opened);
          })
          .afterEach(close),
        // Without its own time limit, the search for a smaller example would exceed the test's limit, and the example
        // would be lost.
        { numRuns, interruptAfterTimeLimit: 60_000 },
      );
    },
  );

  it('the queue keeps its invariants while many validators act concurrently', {
    timeout: scaled(240_000),
  }, async () => {
    const opened = await open(12);
    const problems = await problemsOf(opened);
    const acknowledged = new Map<string, string>();
    const seed = Math.floor(Math.random() * 2 ** 31);
    const clients = Array.from({ length: 10 }, (_, index) =>
      unreliableClient(opened, `v${index}`, { random: new Random(seed, index), problems, acknowledged }),
    );
    await Promise.all(clients);
    expect(await queueFlaws(opened.database.reader), `seed ${seed}`).toEqual([]);
    const rows = await opened.database.reader.selectFrom('runs').selectAll().execute();
    const kept = new Map(rows.map(({ run_id, status }) => [run_id, status]));
    for (const [runId, status] of acknowledged) expect(kept.get(runId), `seed ${seed}`).toBe(status);
    await finishWithFresh(opened);
    expect(await queueFlaws(opened.database.reader), `seed ${seed}`).toEqual([]);
    await expectLedgerFits(opened);
  });
});
