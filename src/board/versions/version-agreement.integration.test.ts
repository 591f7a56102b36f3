import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishRetirements } from '../../arena/race/publish-retirements.ts';
import type { RaceState } from '../../arena/race.ts';
import { openSampleArena, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { queueRace } from '../../arena/testing/sample-queue.ts';
import { json } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { addItem, addResult, addRun, suiteProblemIds } from '../testing/sample-runs.ts';
import { ANONYMOUS, type Viewer } from '../viewer.ts';
import { versionAgreementSchema } from '../wire/version-agreement-wire.ts';
import { versionAgreement } from './version-agreement.ts';

const OWNER: Viewer = { hotkey: 'owner', isAdmin: false };
const OPERATOR: Viewer = { hotkey: 'operator', isAdmin: true };
const UNKNOWN = '00000000-0000-0000-0000-000000000000';

onEveryEngine('the agreement about a version', (makeDatabase) => {
  let arena: SampleArena;
  let version: string;
  let item: string;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
    version = await arena.addVersion({ hotkey: 'owner', name: 'fox' });
    item = await addItem(arena, version);
  });
  afterEach(async () => await arena.close());

  async function seenBy(viewer: Viewer) {
    return expectWire(versionAgreementSchema, await versionAgreement(arena, version, viewer)).pairs;
  }

  /** Adds a run that solved the first `solved` problems of the suite and none of the others. */
  async function run(validator: string, solved: number, included = true): Promise<void> {
    const runId = await addRun(arena, { work_item_id: item, validator_hotkey: validator, is_included: included });
    for (const [place, problem_id] of (await suiteProblemIds(arena)).entries()) {
      const status = place < solved ? 'SUCCESS' : 'FAILED';
      await addResult(arena, { run_id: runId, problem_id, status, score: place < solved ? 1 : 0 });
    }
  }

  async function change(table: 'work_items' | 'suites', values: Record<string, unknown>): Promise<void> {
    await arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable(table).set(values).execute();
    });
  }

  it('the agreement about a version names the problems on which runs differ', async () => {
    const problems = await suiteProblemIds(arena);
    await run('a', 1);
    await run('b', 2);
    await run('c', 0, false);
    await change('work_items', { closed_at: 1, close_reason: 'complete' });
    await change('suites', { is_public: true });
    expect(await seenBy(ANONYMOUS)).toMatchObject([
      {
        phase: 'QUALIFYING',
        race_id: null,
        validator_hotkey: 'a',
        other_validator_hotkey: 'b',
        problems: problems.length,
        same: problems.length - 1,
        differing_problem_ids: [problems[1]],
      },
    ]);
    await expect(versionAgreement(arena, UNKNOWN, ANONYMOUS)).rejects.toMatchObject({
      code: 'AGENT_VERSION_NOT_FOUND',
    });
  });

  it('the agreement on a private suite is counted without naming problems', async () => {
    await run('a', 1);
    await run('b', 2);
    await change('work_items', { closed_at: 1, close_reason: 'complete' });
    await change('suites', { is_public: false });
    expect(await seenBy(ANONYMOUS)).toMatchObject([{ differing_problem_ids: null }]);
    expect(await seenBy(OWNER)).toMatchObject([{ differing_problem_ids: [expect.any(String)] }]);
  });

  it('the agreement about a version is hidden while others may still run it', async () => {
    await run('a', 1);
    await run('b', 2);
    expect(await seenBy(ANONYMOUS)).toEqual([]);
    expect(await seenBy({ hotkey: 'c', isAdmin: false })).toEqual([]);
    expect(await seenBy(OPERATOR)).toHaveLength(1);
  });

  it('the agreement in a race is hidden until its scores are public, and names no problem before its retirement', async () => {
    const { raceId, agentVersionId } = await queueRace(arena);
    const { reader } = arena.database;
    const { work_item_id, set_id } = await reader
      .selectFrom('work_items')
      .select(['work_item_id', 'set_id'])
      .where('race_id', '=', raceId)
      .executeTakeFirstOrThrow();
    const problems = await reader
      .selectFrom('set_problems')
      .select(['problem_id', 'source_id'])
      .where('set_id', '=', set_id)
      .execute();
    for (const validator_hotkey of ['a', 'b']) {
      const run_id = await addRun(arena, { work_item_id, validator_hotkey });
      const status = validator_hotkey === 'a' ? 'SUCCESS' : 'TIMED_OUT';
      for (const { problem_id } of problems) await addResult(arena, { run_id, problem_id, status });
    }
    const seen = async (state: RaceState, draw: 'secret' | 'revealed') => {
      await arena.database.withTransaction(async (transaction) => {
        await transaction
          .updateTable('races')
          .set({ state, draw: draw === 'secret' ? null : json({}) })
          .where('race_id', '=', raceId)
          .execute();
      });
      return (await versionAgreement(arena, agentVersionId, { hotkey: 'a', isAdmin: false })).pairs;
    };
    expect(await seen('race_running', 'secret')).toEqual([]);
    const counted = { phase: 'RACE', race_number: 7, problems: problems.length, same: 0 };
    expect(await seen('race_complete', 'secret')).toMatchObject([{ ...counted, differing_problem_ids: null }]);
    const ids = problems.map(({ problem_id }) => problem_id).sort();
    expect(await seen('promoted', 'revealed')).toMatchObject([{ ...counted, differing_problem_ids: null }]);
    const retire = async (retired: typeof problems) =>
      await publishRetirements(arena, {
        retirements: async () =>
          retired.map((each) => ({ problemId: each.source_id, reason: 'used', by: 'arena', retiredAt: '2026-01-01' })),
      });
    await retire(problems.slice(1));
    expect(await seen('promoted', 'revealed')).toMatchObject([{ ...counted, differing_problem_ids: null }]);
    await retire(problems);
    expect(await seen('promoted', 'revealed')).toMatchObject([{ ...counted, differing_problem_ids: ids }]);
    expect(await seen('cancelled', 'revealed')).toEqual([]);
  });
});
