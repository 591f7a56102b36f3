import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import {
  claim,
  entryRow,
  eventsOf,
  failure,
  itemRow,
  MINUTE,
  PROBLEMS,
  queueVersion,
  runOnce,
  runRow,
  samplePolicy,
  success,
} from '../testing/sample-queue.ts';
import { claimWork } from './claim-work.ts';
import { completeRun } from './complete-run.ts';
import { presignUpload } from './presign-upload.ts';
import { receiveUpload } from './receive-upload.ts';
import { runProblems } from './run-problems.ts';
import { settleDisagreements } from './settle-disagreements.ts';

onEveryEngine('completing a run', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    const policy = samplePolicy({ maxFailedRuns: 4, retryDelaySeconds: 1 });
    arena = await openSampleArena(makeDatabase, { problems: PROBLEMS, policy });
  });
  afterEach(async () => await arena.close());

  it('the last required run makes the version eligible, with the median of all', async () => {
    const version = await queueVersion(arena);
    expect(await runOnce(arena, 'a', success(4, 1))).toMatchObject({
      status: 'SUCCESS',
      workItem: { includedSuccessCount: 1, requiredSuccesses: 3, isClosed: false },
      becameEligible: false,
      finalScore: null,
    });
    await runOnce(arena, 'b', success(4, 0.9125));
    arena.pass(MINUTE);
    expect(await runOnce(arena, 'c', success(4, 0.95))).toMatchObject({
      workItem: { includedSuccessCount: 3, requiredSuccesses: 3, isClosed: true },
      becameEligible: true,
      finalScore: 0.76,
    });
    expect(await entryRow(arena, version)).toMatchObject({
      final_score: 0.76,
      success_rate: 0.8,
      reasoning_coefficient: 0.95,
      eligible_at: arena.now(),
    });
    expect(await itemRow(arena, version)).toMatchObject({ close_reason: 'complete', closed_at: arena.now() });
    expect(await eventsOf(arena, 'version.eligible')).toMatchObject([
      { subject: `version ${version}`, data: { final_score: 0.76, included_success_count: 3 } },
    ]);
    expect(await claimWork(arena, 'd')).toBeUndefined();
  });

  it('a run completes once: repeated, conflicting, foreign and late completions change nothing', async () => {
    const version = await queueVersion(arena);
    const { runId } = await claim(arena, 'a');
    await expect(completeRun(arena, 'b', runId, success(3))).rejects.toMatchObject({ code: 'NOT_RUN_OWNER' });
    await expect(completeRun(arena, 'a', 'x', success(3))).rejects.toMatchObject({ code: 'EVAL_RUN_NOT_FOUND' });
    const answers = await Promise.allSettled([1, 2, 3].map((count) => completeRun(arena, 'a', runId, success(count))));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const kept = await runRow(arena, runId);
    for (const body of [success(5), failure()]) {
      await expect(completeRun(arena, 'a', runId, body)).rejects.toMatchObject({ code: 'RUN_ALREADY_COMPLETE' });
    }
    expect(await runRow(arena, runId)).toEqual(kept);
    expect(await eventsOf(arena, 'run.completed')).toHaveLength(1);
    const late = await claim(arena, 'b');
    arena.pass(10 * MINUTE);
    await expect(completeRun(arena, 'b', late.runId, success(3))).rejects.toMatchObject({ code: 'LEASE_EXPIRED' });
    expect(await runRow(arena, late.runId)).toMatchObject({ status: 'STALE', is_included: false, score: null });
    await expect(completeRun(arena, 'b', late.runId, success(3))).rejects.toMatchObject({ code: 'LEASE_EXPIRED' });
    expect(await eventsOf(arena, 'run.stale')).toHaveLength(1);
    expect(await entryRow(arena, version)).toMatchObject({ final_score: null });
  });

  it('a completion with an inconsistent score leaves the run to its validator', async () => {
    await queueVersion(arena);
    const { runId } = await claim(arena, 'a');
    const wrong = { ...success(3), validator_score: 0.9 };
    await expect(completeRun(arena, 'a', runId, wrong)).rejects.toMatchObject({ code: 'SCORE_INCONSISTENT' });
    await expect(completeRun(arena, 'a', runId, { terminal_status: 'SUCCESS' })).rejects.toMatchObject({
      code: 'MISSING_SCORE',
    });
    expect(await completeRun(arena, 'a', runId, success(3))).toMatchObject({ status: 'SUCCESS' });
  });

  it('a completion keeps the keys of its results, and the end of the sandbox output', async () => {
    await queueVersion(arena);
    const { runId } = await claim(arena, 'a');
    const problemId = (await runProblems(arena, 'a', runId))[0]!.problem_id;
    const upload = { runId, problemId, contentLength: 2, contentType: 'application/json' };
    const { uploadKey, ticket } = await presignUpload(arena, 'a', upload);
    await receiveUpload(arena, ticket, Buffer.from('[]'), 'application/json');
    const sandbox_metadata = { exit_code: 0, duration_seconds: 12.5, stderr_tail: `${'x'.repeat(999)}end` };
    await completeRun(arena, 'a', runId, { ...success(3), results_s3_key: uploadKey, sandbox_metadata });
    const run = await runRow(arena, runId);
    expect(run).toMatchObject({ results_key: uploadKey, sandbox_metadata: { exit_code: 0, duration_seconds: 12.5 } });
    expect(run.sandbox_metadata!.stderr_tail).toBe(`${'x'.repeat(497)}end`);
  });

  it('a failed run leaves the item open without a charge, and the validator’s message out of the ledger', async () => {
    const version = await queueVersion(arena);
    const answer = await runOnce(arena, 'a', { ...failure('platform'), failure_reason: 'token sk-123 was refused' });
    expect(answer).toMatchObject({ status: 'FAILED', workItem: { includedSuccessCount: 0, isClosed: false } });
    expect(await itemRow(arena, version)).toMatchObject({ closed_at: null });
    const [event] = await eventsOf(arena, 'run.completed');
    expect(event).toMatchObject({ data: { status: 'FAILED', fault_owner: 'platform' } });
    expect(JSON.stringify(event)).not.toContain('sk-123');
    await claim(arena, 'b');
  });

  it('a run whose judges failed is the platform’s failure', async () => {
    await queueVersion(arena);
    const completion = success(3);
    const score_components = { ...completion.score_components, judge_inference_failed: 4 };
    const answer = await runOnce(arena, 'a', { ...completion, score_components });
    expect(answer).toMatchObject({ status: 'FAILED', workItem: { includedSuccessCount: 0, isClosed: false } });
    expect(await runRow(arena, answer.runId)).toMatchObject({
      failure_owner: 'platform',
      failure_reason: 'Reasoning judge infrastructure failure (4/5 calls failed)',
      score: null,
      is_included: false,
    });
  });

  it('too many failures close the item as the platform’s fault and refund the cooldown', async () => {
    const version = await queueVersion(arena, { version: { hotkey: 'miner' } });
    await arena.database.withTransaction(
      async (transaction) =>
        void (await transaction
          .updateTable('contestants')
          .set({ next_allowed_at: arena.now() + 999 })
          .execute()),
    );
    await runOnce(arena, 'a', success(3));
    for (const hotkey of ['b', 'c', 'd']) await runOnce(arena, hotkey, failure());
    const working = await claim(arena, 'e');
    const failing = await claim(arena, 'f');
    await completeRun(arena, 'f', failing.runId, failure());
    expect(await itemRow(arena, version)).toMatchObject({ closed_at: null });
    expect(await claimWork(arena, 'g')).toBeUndefined();
    expect(await completeRun(arena, 'e', working.runId, success(3))).toMatchObject({ workItem: { isClosed: true } });
    expect(await itemRow(arena, version)).toMatchObject({ close_reason: 'exhausted' });
    const contestant = await arena.database.reader.selectFrom('contestants').selectAll().executeTakeFirstOrThrow();
    expect(contestant.next_allowed_at).toBe(0);
    expect(await eventsOf(arena, 'version.exhausted')).toMatchObject([
      {
        why: expect.stringContaining('our fault'),
        data: { fault_owner: 'platform', failed_runs: 4, cooldown_returned: true, miner_hotkey: 'miner' },
      },
    ]);
    expect(await entryRow(arena, version)).toMatchObject({ final_score: null, eligible_at: null });
  });

  it('expired runs count as failures too', async () => {
    const version = await queueVersion(arena);
    for (const hotkey of ['a', 'b', 'c', 'd']) {
      await claim(arena, hotkey);
      arena.pass(10 * MINUTE);
    }
    expect(await claimWork(arena, 'e')).toBeUndefined();
    expect(await itemRow(arena, version)).toMatchObject({ close_reason: 'exhausted' });
  });

  it('as many agent failures as required runs close the item without a score', async () => {
    const version = await queueVersion(arena, { version: { hotkey: 'miner' } });
    await runOnce(arena, 'a', failure('agent'));
    arena.pass(MINUTE);
    await runOnce(arena, 'a', failure('agent'));
    expect(await itemRow(arena, version)).toMatchObject({ closed_at: null });
    await runOnce(arena, 'b', failure('agent'));
    await runOnce(arena, 'c', failure('agent'));
    expect(await itemRow(arena, version)).toMatchObject({ close_reason: 'agent fault' });
    expect(await eventsOf(arena, 'version.failed')).toMatchObject([
      { data: { fault_owner: 'agent', cooldown_returned: false } },
    ]);
  });

  it('a run that disagrees with the others requests one more opinion, once', async () => {
    const version = await queueVersion(arena);
    for (const [hotkey, solved] of [
      ['a', 1],
      ['b', 2],
    ] as const)
      await runOnce(arena, hotkey, success(solved));
    expect(await runOnce(arena, 'c', success(5))).toMatchObject({
      workItem: { includedSuccessCount: 3, requiredSuccesses: 4, isClosed: false },
      becameEligible: false,
    });
    expect(await eventsOf(arena, 'item.disagreement')).toMatchObject([
      { data: { spread: 0.8, required_successes: 4 } },
    ]);
    expect(await claimWork(arena, 'a')).toBeUndefined();
    expect(await runOnce(arena, 'd', success(0))).toMatchObject({
      workItem: { includedSuccessCount: 4, requiredSuccesses: 4, isClosed: true },
      finalScore: 0.3,
    });
    expect(await eventsOf(arena, 'item.disagreement')).toHaveLength(1);
    expect(await entryRow(arena, version)).toMatchObject({ final_score: 0.3 });
  });

  it('a disagreement is settled without another opinion when none arrives in time', async () => {
    const version = await queueVersion(arena);
    await runOnce(arena, 'a', success(1));
    await runOnce(arena, 'b', success(2));
    await runOnce(arena, 'c', success(5));
    arena.pass(6 * 60 * MINUTE - 1);
    expect(await settleDisagreements(arena)).toEqual({ settled: 0 });
    const { runId } = await claim(arena, 'd');
    arena.pass(1);
    expect(await settleDisagreements(arena)).toEqual({ settled: 0 });
    await completeRun(arena, 'd', runId, failure());
    expect(await settleDisagreements(arena)).toEqual({ settled: 1 });
    expect(await entryRow(arena, version)).toMatchObject({ final_score: 0.4 });
    expect(await itemRow(arena, version)).toMatchObject({ close_reason: 'complete' });
    expect(await settleDisagreements(arena)).toEqual({ settled: 0 });
  });
});
