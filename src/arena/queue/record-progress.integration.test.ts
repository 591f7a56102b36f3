import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { claim, eventsOf, MINUTE, PROBLEMS, queueRace, queueVersion, success } from '../testing/sample-queue.ts';
import type { ProblemUpdate } from '../wire/work-wire.ts';
import { completeRun } from './complete-run.ts';
import { mergeResult } from './merge-result.ts';
import { presignUpload } from './presign-upload.ts';
import { receiveUpload } from './receive-upload.ts';
import { recordProgress } from './record-progress.ts';
import { runProblems } from './run-problems.ts';

const SOLVED = { status: 'SUCCESS', score: 1, reasoning_score: 0.9, execution_time: 12.5 } as const;

onEveryEngine('progress', (makeDatabase) => {
  let arena: SampleArena;
  let runId: string;
  let problems: string[];
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, { problems: PROBLEMS });
    await queueVersion(arena);
    await begin();
  });
  afterEach(async () => await arena.close());

  async function begin(): Promise<void> {
    runId = (await claim(arena, 'alice')).runId;
    problems = (await runProblems(arena, 'alice', runId)).map(({ problem_id }) => problem_id);
  }

  async function results() {
    const rows = await arena.database.reader.selectFrom('problem_results').selectAll().execute();
    return new Map(rows.map((row) => [row.problem_id, row]));
  }

  const send = (...updates: ProblemUpdate[]) => recordProgress(arena, 'alice', runId, updates);

  async function upload(problemId: string, text = 'a log'): Promise<string> {
    const bytes = Buffer.from(text);
    const { uploadKey, ticket } = await presignUpload(arena, 'alice', {
      runId,
      problemId,
      contentLength: bytes.length,
      contentType: 'application/gzip',
    });
    await receiveUpload(arena, ticket, bytes, 'application/gzip');
    return uploadKey;
  }

  it('progress is stored per problem, and the ledger reports how far it is', async () => {
    expect(await send({ problem_id: problems[0]!, ...SOLVED })).toEqual({ accepted: true, ignoredLogs: [] });
    arena.pass(MINUTE);
    await send({ problem_id: problems[0]!, ...SOLVED }, { problem_id: problems[1]!, status: 'FAILED', score: 0 });
    await send({ problem_id: problems[0]!, ...SOLVED }, { problem_id: problems[2]!, status: 'RUNNING' });
    const kept = await results();
    expect(kept.size).toBe(3);
    expect(kept.get(problems[0]!)).toMatchObject({ ...SOLVED, updated_at: arena.now() - MINUTE, logs_key: null });
    expect((await eventsOf(arena, 'run.progress')).map(({ data }) => data)).toMatchObject([
      { done: 1, total: PROBLEMS, eval_run_id: runId },
      { done: 2, total: PROBLEMS, eval_run_id: runId },
    ]);
  });

  it('progress with a problem of another run is rejected as a whole', async () => {
    const strange = '00000000-0000-4000-8000-000000000000';
    const sending = send({ problem_id: problems[0]!, ...SOLVED }, { problem_id: strange, ...SOLVED });
    await expect(sending).rejects.toMatchObject({ code: 'INVALID_PROBLEM_ID', extra: { problem_id: strange } });
    expect((await results()).size).toBe(0);
  });

  it('rejects progress with more updates than problems', async () => {
    const updates = Array.from({ length: PROBLEMS + 1 }, () => ({ problem_id: problems[0]!, ...SOLVED }));
    await expect(send(...updates)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('rejects progress from other validators and after the lease', async () => {
    const update = { problem_id: problems[0]!, ...SOLVED };
    await expect(recordProgress(arena, 'bob', runId, [update])).rejects.toMatchObject({ code: 'NOT_RUN_OWNER' });
    await expect(recordProgress(arena, 'bob', 'x', [update])).rejects.toMatchObject({ code: 'EVAL_RUN_NOT_FOUND' });
    arena.pass(10 * MINUTE);
    await expect(send(update)).rejects.toMatchObject({ code: 'LEASE_EXPIRED' });
    expect((await results()).size).toBe(0);
  });

  it('progress accepts a log only of an upload that has arrived for that problem', async () => {
    const [first, second] = problems as [string, string];
    const key = await upload(first);
    const unsent = await presignUpload(arena, 'alice', {
      runId,
      problemId: second,
      contentLength: 3,
      contentType: 'application/gzip',
    });
    const answer = await send(
      { problem_id: first, ...SOLVED, logs_s3_key: key },
      { problem_id: second, ...SOLVED, logs_s3_key: unsent.uploadKey },
      { problem_id: problems[2]!, ...SOLVED, logs_s3_key: key },
      { problem_id: problems[3]!, ...SOLVED, logs_s3_key: '../../etc/passwd' },
    );
    expect(answer).toEqual({ accepted: true, ignoredLogs: problems.slice(1, 4) });
    const kept = await results();
    expect(kept.size).toBe(4);
    expect([...kept.values()].filter(({ logs_key }) => logs_key !== null)).toMatchObject([
      { problem_id: first, logs_key: key },
    ]);
  });

  it('progress after completion adds late logs and nothing else', async () => {
    const [first, second] = problems as [string, string];
    await send({ problem_id: first, status: 'FAILED', score: 0 });
    await completeRun(arena, 'alice', runId, success(3));
    const key = await upload(first);
    expect(await send({ problem_id: first, ...SOLVED }, { problem_id: second, ...SOLVED })).toEqual({
      accepted: false,
      ignoredLogs: [],
    });
    expect(await send({ problem_id: first, ...SOLVED, logs_s3_key: key })).toMatchObject({ accepted: true });
    const kept = await results();
    expect(kept.size).toBe(1);
    expect(kept.get(first)).toMatchObject({ status: 'FAILED', score: 0, reasoning_score: null, logs_key: key });
    const strange = recordProgress(arena, 'bob', runId, [{ problem_id: first, ...SOLVED, logs_s3_key: key }]);
    await expect(strange).rejects.toMatchObject({ code: 'NOT_RUN_OWNER' });
  });

  it('race progress is stored and not published: it would reveal the time of each problem', async () => {
    await completeRun(arena, 'alice', runId, success(3));
    await queueRace(arena);
    await begin();
    await send({ problem_id: problems[0]!, ...SOLVED });
    expect((await results()).get(problems[0]!)).toMatchObject({ status: 'SUCCESS' });
    expect(await eventsOf(arena, 'run.progress')).toEqual([]);
  });
});

describe('progress of a problem', () => {
  const problem_id = 'p';

  it('progress of a problem never restarts once settled, and absent fields keep their value', () => {
    const settled = mergeResult(undefined, { problem_id, ...SOLVED, inference_total: 4, inference_failure_count: 1 });
    expect(mergeResult(settled, { problem_id, status: 'RUNNING', score: 0 })).toEqual(settled);
    expect(mergeResult(settled, { problem_id, status: 'TIMED_OUT', reasoning_score: null })).toEqual({
      ...settled,
      status: 'TIMED_OUT',
    });
  });

  it('progress keeps the readable part of an explanation', () => {
    const { summary } = mergeResult(undefined, {
      problem_id,
      status: 'SUCCESS',
      score_components_summary: {
        reasoning_explanation: `${'x'.repeat(3_999)}😀 and more`,
        reasoning_model: 'judge\0',
        nested: { deep: true },
        count: 3,
        ...Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field ${index}`, index])),
      },
    });
    expect(summary).toMatchObject({ reasoning_model: 'judge', count: 3 });
    expect(summary!.reasoning_explanation).toBe(`${'x'.repeat(3_999)}\ufffd`);
    expect(summary).not.toHaveProperty('nested');
    expect(Object.keys(summary!)).toHaveLength(20);
  });
});
