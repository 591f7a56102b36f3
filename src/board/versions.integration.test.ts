import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ArenaTables } from '../arena/tables.ts';
import { openSampleArena, type SampleArena } from '../arena/testing/sample-arena.ts';
import { json } from '../store/database.ts';
import { onEveryEngine } from '../store/testing/every-engine.ts';
import { runDetail } from './runs/run-detail.ts';
import { expectWire } from './testing/expect-wire.ts';
import { addItem, addResult, addRun, suiteProblemIds, UNDER_WAY } from './testing/sample-runs.ts';
import { ownVersionStatus } from './versions/own-version-status.ts';
import { versionProblems } from './versions/version-problems.ts';
import { versionPublic } from './versions/version-public.ts';
import { versionRuns } from './versions/version-runs.ts';
import { versionStatus } from './versions/version-status.ts';
import { ANONYMOUS, type Viewer } from './viewer.ts';
import { runDetailSchema, runsSchema } from './wire/run-wire.ts';
import { versionProblemsQuerySchema, versionProblemsSchema } from './wire/version-problems-wire.ts';
import { ownVersionStatusSchema, versionPublicSchema, versionStatusSchema } from './wire/version-wire.ts';

const OWNER: Viewer = { hotkey: 'owner', isAdmin: false };
const OTHER_CONTESTANT: Viewer = { hotkey: 'foreigner', isAdmin: false };
const OPERATOR: Viewer = { hotkey: 'operator', isAdmin: true };
const UNKNOWN = '00000000-0000-0000-0000-000000000000';
const FIRST_PAGE = { limit: 100, offset: 0 };

onEveryEngine('version views', (makeDatabase) => {
  let arena: SampleArena;
  let version: string;
  let item: string;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
    version = await arena.addVersion({ hotkey: 'owner', name: 'fox' });
    item = await addItem(arena, version);
  });
  afterEach(async () => await arena.close());

  async function change(values: Updateable<ArenaTables['agent_versions']>): Promise<void> {
    await arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('agent_versions').set(values).where('agent_version_id', '=', version).execute();
    });
  }
  async function changeEntry(values: Updateable<ArenaTables['entries']>): Promise<void> {
    await arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('entries').set(values).where('agent_version_id', '=', version).execute();
    });
  }
  async function status() {
    return expectWire(versionStatusSchema, await versionStatus(arena, version));
  }

  /** Closes the item, as if enough validators had run it. */
  async function closeItem(): Promise<void> {
    await arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('work_items').set({ closed_at: 1, close_reason: 'complete' }).execute();
    });
  }

  it('the views follow a version from the queue to its score', async () => {
    expect(await status()).toMatchObject({
      state: 'QUEUED',
      phase: 'EVALUATION',
      required_successes: 2,
      success_count: 0,
      is_closed: false,
      final_score: null,
      per_validator_success_scores: null,
      queue: { state: 'QUEUED', position: 1, ahead: 0 },
    });
    const components = { total_problems: 5, successful_problems: 4, success_rate: 0.8, reasoning_coefficient: 0.5 };
    await addRun(arena, { work_item_id: item, validator_hotkey: 'a', score: 0.4, components });
    await addRun(arena, { work_item_id: item, validator_hotkey: 'b', ...UNDER_WAY });
    expect(await status()).toMatchObject({ state: 'RUNNING', success_count: 1, active_count: 1 });
    expect((await status()).per_validator_success_scores).toBeNull();
    await changeEntry({ final_score: 0.4, success_rate: 0.8, reasoning_coefficient: 0.5, eligible_at: 1 });
    await closeItem();
    const eligible = await status();
    expect(eligible).toMatchObject({
      state: 'ELIGIBLE',
      phase: 'QUALIFIED',
      final_score: 0.4,
      success_rate: 0.8,
      per_validator_success_scores: { a: 0.4 },
      is_active_qualifier: true,
      qualifying_threshold: 0,
      release_state: 'HIDDEN',
      code_available_at: null,
    });
    expect(eligible.score_interval!.low).toBeGreaterThan(0.15);
    expect(eligible.score_interval!.high).toBeLessThan(0.5);
    await changeEntry({ discarded_at: 1, discard_reason: 'It looked answers up.' });
    expect(await status()).toMatchObject({
      state: 'DISCARDED',
      phase: 'DISCARDED',
      is_active_qualifier: false,
      removal_reason: 'It looked answers up.',
    });
    await expect(versionStatus(arena, UNKNOWN)).rejects.toMatchObject({ code: 'AGENT_VERSION_NOT_FOUND' });
  });

  it('only the owner sees findings, failures and usage of a version', async () => {
    const finding = { rule: 'r', class: 'policy', code: 'CLOCK', line: 3, column: 1, message: 'm', why: 'w', fix: 'f' };
    await change({ is_flagged: true, findings: json([finding]) });
    const failed = await addRun(arena, {
      work_item_id: item,
      validator_hotkey: 'a',
      status: 'FAILED',
      is_included: false,
      score: null,
      failure_reason: 'ValueError in line 7',
      failure_owner: 'agent',
    });
    const [problem] = await suiteProblemIds(arena);
    await addResult(arena, {
      run_id: failed,
      problem_id: problem!,
      inference_total: 7,
      inference_failure_count: 2,
      execution_time: 1.5,
    });
    const own = expectWire(ownVersionStatusSchema, await ownVersionStatus(arena, version, OWNER));
    expect(own).toMatchObject({
      is_flagged: true,
      findings: [finding],
      failures: [{ eval_run_id: failed, failure_reason: 'ValueError in line 7', failure_owner: 'agent' }],
      cost: { runs: 1, inference_calls: 7, failed_inference_calls: 2, execution_seconds: 1.5 },
    });
    expect((await ownVersionStatus(arena, version, OPERATOR)).findings).toEqual([finding]);
    expect((await status()).cost).toEqual({
      runs: 0,
      results: 0,
      inference_calls: 0,
      failed_inference_calls: 0,
      execution_seconds: 0,
    });
    await closeItem();
    expect((await status()).cost).toEqual({ ...own.cost, results: 1 });
    for (const viewer of [ANONYMOUS, OTHER_CONTESTANT]) {
      await expect(ownVersionStatus(arena, version, viewer)).rejects.toMatchObject({ code: 'AGENT_VERSION_NOT_FOUND' });
    }
  });

  it('shows details only of a version whose code is released', async () => {
    await expect(versionPublic(arena, UNKNOWN)).rejects.toMatchObject({ code: 'AGENT_VERSION_NOT_FOUND' });
    await expect(versionPublic(arena, version)).rejects.toMatchObject({ code: 'ARTIFACT_NOT_RELEASED' });
    await changeEntry({ final_score: 0.4, eligible_at: 1 });
    await change({ release_at: 1_000 });
    await expect(versionPublic(arena, version)).rejects.toMatchObject({ code: 'ARTIFACT_NOT_RELEASED' });
    await change({ released_at: 2_000 });
    expect(expectWire(versionPublicSchema, await versionPublic(arena, version))).toMatchObject({
      agent_name: 'fox',
      released_at: '1970-01-01T00:00:02.000Z',
      code_available_at: '1970-01-01T00:00:01.000Z',
      suite_id: 1,
      latest_final_score: 0.4,
    });
    expect(await status()).toMatchObject({ release_state: 'RELEASED', code_available_at: '1970-01-01T00:00:01.000Z' });
  });

  it('shows a run with its score to all, and its output and files only to the owner', async () => {
    const run = await addRun(arena, {
      work_item_id: item,
      validator_hotkey: 'a',
      status: 'FAILED',
      failure_reason: 'boom in secret()',
      failure_owner: 'validator',
      components: { success_rate: 0.5, reasoning_quality: 0.7, reasoning_coefficient: 0.9, note: 'words' },
      sandbox_metadata: json({ exit_code: 1, duration_seconds: 2.5, stderr_tail: 'Traceback', more: 'hidden' }),
      service_versions: json({ validator: 'sha256:0123456789' }),
    });
    const read = async (viewer: Viewer) => expectWire(runDetailSchema, await runDetail(arena, run, viewer));
    expect(await read(OTHER_CONTESTANT)).toMatchObject({ score: null, score_components_summary: null });
    expect(await read(OWNER)).toMatchObject({ score: 0.5 });
    await closeItem();
    for (const viewer of [ANONYMOUS, OTHER_CONTESTANT]) {
      expect(await read(viewer)).toMatchObject({
        score: 0.5,
        failure_owner: 'validator',
        failure_reason: 'The validator failed; it is run again and costs the contestant nothing.',
        sandbox_metadata: { exit_code: 1, duration_seconds: 2.5, stderr_tail: null },
        score_components_summary: { success_rate: 0.5, reasoning_quality: 0.7, reasoning_coefficient: 0.9 },
      });
    }
    for (const viewer of [OWNER, OPERATOR]) {
      expect(await read(viewer)).toMatchObject({
        failure_reason: 'boom in secret()',
        sandbox_metadata: { stderr_tail: 'Traceback' },
      });
    }
    const [listed] = expectWire(runsSchema, await versionRuns(arena, version, FIRST_PAGE, ANONYMOUS));
    expect(listed).toMatchObject({
      eval_run_id: run,
      validator_score: 0.5,
      reasoning_quality: 0.7,
      reasoning_coefficient: 0.9,
      service_versions: { validator: 'sha256:0123456789' },
      phase: 'QUALIFYING',
      race_id: null,
    });
    expect(await versionRuns(arena, version, { limit: 1, offset: 1 }, ANONYMOUS)).toEqual([]);
    await expect(versionRuns(arena, UNKNOWN, FIRST_PAGE, ANONYMOUS)).rejects.toMatchObject({
      code: 'AGENT_VERSION_NOT_FOUND',
    });
    await expect(runDetail(arena, UNKNOWN, ANONYMOUS)).rejects.toMatchObject({ code: 'EVAL_RUN_NOT_FOUND' });
  });

  it('lists results problem by problem, waiting ones included', async () => {
    const problems = await suiteProblemIds(arena);
    const summary = json({ reasoning_explanation: 'Gate 2 failed: ...', tokens: 12 });
    for (const validator of ['a', 'b']) {
      const run = await addRun(arena, {
        work_item_id: item,
        validator_hotkey: validator,
        claimed_at: validator === 'a' ? 1 : 2,
      });
      await addResult(arena, { run_id: run, problem_id: problems[1]!, reasoning_score: 0.3, summary });
    }
    const read = async (viewer: Viewer, query: Readonly<Record<string, unknown>> = {}) => {
      const parsed = versionProblemsQuerySchema.parse(query);
      return expectWire(versionProblemsSchema, await versionProblems(arena, version, parsed, viewer));
    };
    expect((await read(ANONYMOUS)).problems.flatMap(({ validator_results }) => validator_results)).toEqual([]);
    expect((await read(OWNER)).problems[1]!.validator_results).toHaveLength(2);
    await closeItem();
    const matrix = await read(ANONYMOUS);
    expect(matrix).toMatchObject({ total: 5, suite_id: 1 });
    expect(matrix.problems.map(({ problem_id }) => problem_id)).toEqual(problems);
    expect(matrix.problems.map(({ validator_results }) => validator_results.length)).toEqual([0, 2, 0, 0, 0]);
    expect(matrix.problems[1]!.validator_results).toMatchObject([
      { validator_hotkey: 'a', status: 'SUCCESS', score: 1, reasoning_score: 0.3, score_components: { tokens: 12 } },
      { validator_hotkey: 'b' },
    ]);
    expect(matrix.problems[1]!.validator_results[0]!.score_components).toEqual({ tokens: 12 });
    const words = { reasoning_explanation: 'Gate 2 failed: ...', tokens: 12 };
    expect((await read(OWNER)).problems[1]!.validator_results[0]!.score_components).toEqual(words);
    expect(matrix.problems[1]!.validator_results[0]!.failure).toBeNull();
    const broken = await addRun(arena, { work_item_id: item, validator_hotkey: 'c', claimed_at: 3 });
    const blame = json({ fault_code: 'AGENT_RAISED', fault_message: 'KeyError: secret' });
    await addResult(arena, { run_id: broken, problem_id: problems[1]!, status: 'FAILED', score: 0, summary: blame });
    expect((await read(ANONYMOUS)).problems[1]!.validator_results[2]).toMatchObject({
      failure: { owner: 'agent', code: 'AGENT_RAISED', reason: 'agent raised' },
      score_components: {},
    });
    expect((await read(ANONYMOUS, { limit: 2, offset: 1 })).problems.map(({ problem_id }) => problem_id)).toEqual(
      problems.slice(1, 3),
    );
    expect((await read(ANONYMOUS, { phase: 'RACE' })).problems).toEqual([]);
    expect((await read(OPERATOR, { race_id: randomUUID() })).problems).toEqual([]);
    await change({ released_at: 1 });
    expect((await read(ANONYMOUS)).problems[1]!.validator_results[0]!.score_components).toEqual(words);
    await arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('suites').set({ is_public: false }).execute();
    });
    expect(await read(ANONYMOUS)).toMatchObject({ total: 0, problems: [] });
    expect((await read(OWNER)).total).toBe(5);
  });
});
