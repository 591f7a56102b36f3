import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import type { FaultCode } from '../../fault/fault-table.ts';
import { json } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { addItem, addResult, addRun, suiteProblemIds } from '../testing/sample-runs.ts';
import { versionProblems } from '../versions/version-problems.ts';
import { ANONYMOUS, type Viewer } from '../viewer.ts';
import { type EpisodeFeedbackWire, episodeFeedbackSchema } from '../wire/episode-feedback-wire.ts';
import { attemptPage } from './attempt-page.ts';
import { episodeFeedback } from './episode-feedback.ts';
import { episodeId } from './episode-id.ts';

const OWNER: Viewer = { hotkey: 'owner', isAdmin: false };
const STEPS = [{ completion: { message: { tool_call: [{ name: 'find_product', parameters: { q: 'lamp' } }] } } }];

onEveryEngine('feedback on an episode', (makeDatabase) => {
  let day: SampleRaceDay;
  let version: string;
  let item: string;
  let run: string;
  let problems: string[];
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
    version = await day.arena.addVersion({ hotkey: 'owner', name: 'red fox', finalScore: 0.9 });
    item = await addItem(day.arena, version);
    problems = await suiteProblemIds(day.arena);
    run = await addRun(day.arena, { work_item_id: item, validator_hotkey: 'a' });
  });
  afterEach(async () => await day.remove());

  /** Uploads a log of the first problem, and a result that refers to it. */
  async function report(bytes: Uint8Array, summary: object = {}): Promise<void> {
    const { sha256 } = await day.arena.blobs.put(bytes);
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .insertInto('uploads')
        .values({
          upload_key: 'key',
          run_id: run,
          problem_id: problems[0]!,
          content_length: bytes.length,
          content_type: 'application/gzip',
          expires_at: 1,
          sha256,
          stored_at: 1,
        })
        .execute();
    });
    await addResult(day.arena, {
      run_id: run,
      problem_id: problems[0]!,
      status: 'FAILED',
      score: 0,
      reasoning_score: 0.3,
      summary: json({ ...summary }),
      logs_key: 'key',
    });
  }
  async function close(): Promise<void> {
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('work_items').set({ closed_at: 1 }).execute();
    });
  }
  const ask = (viewer: Viewer, id = episodeId(run, 0)): Promise<EpisodeFeedbackWire> =>
    episodeFeedback(day.arena, id, viewer);
  const refusal = (viewer: Viewer, id?: string): Promise<FaultCode> =>
    ask(viewer, id).then(
      () => expect.unreachable(),
      (error) => error.code,
    );

  it('episode feedback has steps and the judge’s words for the owner, and only the outcome for others', async () => {
    const summary = { failure: 'not what was asked for: price', reasoning_explanation: 'Gate 2 failed.' };
    await report(gzipSync(JSON.stringify(STEPS)), summary);
    expect(await refusal(ANONYMOUS)).toBe('ARTIFACT_NOT_FOUND');
    await close();
    const outcome = {
      outcome: 'completed',
      passed: false,
      paid_reward: 0,
      termination_code: 'placed_order',
      failure_category: 'request_not_met',
      reasoning_score: 0.3,
      task_id: problems[0],
      query: expect.any(String),
    };
    const mine = expectWire(episodeFeedbackSchema, await ask(OWNER));
    expect(mine).toMatchObject({
      ...outcome,
      diagnostics_state: 'available',
      step_count: 1,
      search_call_count: 1,
      interaction: [{ calls: [{ tool_name: 'find_product', args: { q: 'lamp' } }] }],
      reasoning_explanation: 'Gate 2 failed.',
    });
    expect(expectWire(episodeFeedbackSchema, await ask(ANONYMOUS))).toMatchObject({
      ...outcome,
      diagnostics_state: 'diagnostics_unavailable',
      step_count: 0,
      interaction: [],
      reasoning_explanation: null,
    });
  });

  it('episode feedback is found by the id in the lists of results', async () => {
    await report(gzipSync('[]'));
    const listed = await versionProblems(day.arena, version, { limit: 500, offset: 0 }, OWNER);
    const [result] = listed.problems.find(({ problem_id }) => problem_id === problems[0])!.validator_results;
    const { episode_result_id } = await attemptPage(day.arena, run, problems[0]!, OWNER);
    expect(result!.episode_result_id).toBe(episode_result_id);
    for (const id of [episode_result_id!, episode_result_id!.toUpperCase()]) {
      expect(await ask(OWNER, id)).toMatchObject({ episode_result_id, eval_run_id: run });
    }
  });

  it('episode feedback works without a log that is malformed, not gzip or too large', async () => {
    const bomb = gzipSync(Buffer.alloc(2 * 1024 * 1024, ' '));
    for (const bytes of [gzipSync('{"log": 1}'), Buffer.from('[]'), bomb, gzipSync(`[${'['.repeat(1_000)}`)]) {
      await report(bytes);
      expect(await ask(OWNER)).toMatchObject({ diagnostics_state: 'diagnostics_unavailable', interaction: [] });
      await day.arena.database.withTransaction(async (transaction) => {
        await transaction.deleteFrom('uploads').execute();
        await transaction.deleteFrom('problem_results').execute();
      });
    }
  });

  it('episode feedback is refused equally without a result, a problem and a run', async () => {
    await addResult(day.arena, { run_id: run, problem_id: problems[1]!, status: 'RUNNING', score: null });
    for (const place of [0, 1, 10_000]) {
      expect(await refusal(OWNER, episodeId(run, place))).toBe('ARTIFACT_NOT_FOUND');
    }
    expect(await refusal(OWNER, '00000000-0000-0000-0000-000000000000')).toBe('ARTIFACT_NOT_FOUND');
  });
});
