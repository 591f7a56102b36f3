import { afterEach, beforeEach, expect, it } from 'vitest';
import { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import type { FaultCode } from '../../fault/fault-table.ts';
import { json } from '../../store/database.ts';
import { sha256 } from '../../store/sha256.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { addItem, addResult, addRun, suiteProblemIds } from '../testing/sample-runs.ts';
import { ANONYMOUS, type Viewer } from '../viewer.ts';
import { attemptPageSchema } from '../wire/attempt-wire.ts';
import { type AttemptPage, attemptPage } from './attempt-page.ts';

const OWNER: Viewer = { hotkey: 'owner', isAdmin: false };
const OPERATOR: Viewer = { hotkey: null, isAdmin: true };
const UNKNOWN = '00000000-0000-0000-0000-000000000000';

onEveryEngine('the page of an attempt', (makeDatabase) => {
  let day: SampleRaceDay;
  let version: string;
  let item: string;
  let run: string;
  let problem: string;
  let other: string;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
    version = await day.arena.addVersion({ hotkey: 'owner', name: 'red fox', finalScore: 0.9 });
    item = await addItem(day.arena, version);
    [problem, other] = (await suiteProblemIds(day.arena)) as [string, string];
    run = await addRun(day.arena, { work_item_id: item, validator_hotkey: 'a' });
  });
  afterEach(async () => await day.remove());

  async function leave(key: string, problemId: string, { runId = run, arrived = true } = {}): Promise<void> {
    await day.arena.database.withTransaction(async (transaction) => {
      const upload = { upload_key: key, run_id: runId, problem_id: problemId, content_length: 3, expires_at: 1 };
      await transaction
        .insertInto('uploads')
        .values({
          ...upload,
          content_type: 'application/gzip',
          sha256: arrived ? sha256(key) : null,
          stored_at: arrived ? 1 : null,
        })
        .execute();
    });
  }
  async function change(table: 'agent_versions' | 'work_items' | 'suites', values: object): Promise<void> {
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable(table).set(values).execute();
    });
  }
  const report = (summary: object, logs_key: string | null) =>
    addResult(day.arena, { run_id: run, problem_id: problem, summary: json({ ...summary }), logs_key });
  const look = (viewer: Viewer, problemId = problem): Promise<AttemptPage> =>
    attemptPage(day.arena, run, problemId, viewer);
  const refusal = (viewer: Viewer, problemId: string): Promise<FaultCode> =>
    look(viewer, problemId).then(
      () => expect.unreachable(),
      (error) => error.code,
    );

  it('an attempt page has files for viewers of logs, and for others the reason why not', async () => {
    await report({ reasoning_explanation: 'word', rule: 0.5, evidence_s3_key: 'evidence' }, 'dialogue');
    await leave('dialogue', problem);
    await leave('evidence', problem);
    await change('work_items', { closed_at: 1 });
    const closed = await look(ANONYMOUS);
    expect(closed).toMatchObject({ dialogue: 'not_released', evidence: 'not_released' });
    expect(closed.result?.score_components).toEqual({ rule: 0.5 });
    const file = { fileName: `attempt-${run}-${problem}.json.gz`, contentType: 'application/gzip', bytes: 3 };
    const files = {
      dialogue: { ...file, sha256: sha256('dialogue') },
      evidence: { ...file, sha256: sha256('evidence') },
    };
    for (const viewer of [OWNER, OPERATOR]) expect(await look(viewer)).toMatchObject(files);
    await change('agent_versions', { released_at: 1 });
    await change('work_items', { closed_at: null });
    expect(await look(ANONYMOUS)).toMatchObject({ dialogue: 'others_still_run', evidence: 'others_still_run' });
    await change('work_items', { closed_at: 1 });
    const open = await look(ANONYMOUS);
    expect(open).toMatchObject(files);
    expect(open.result?.score_components).toEqual({ reasoning_explanation: 'word', rule: 0.5 });
  });

  it('an attempt page names the submitted file only to viewers of logs', async () => {
    const due = sha256(version);
    for (const viewer of [OWNER, OPERATOR]) expect(await look(viewer)).toMatchObject({ code_sha256: due });
    await change('work_items', { closed_at: 1 });
    expect(await look(ANONYMOUS)).toMatchObject({ code_sha256: null });
    await change('agent_versions', { released_at: 1 });
    expect(await look(ANONYMOUS)).toMatchObject({ code_sha256: due });
  });

  it('an attempt page accepts only the key of an upload that arrived for this problem of this run', async () => {
    const elsewhere = await addRun(day.arena, { work_item_id: item, validator_hotkey: 'b' });
    await leave('of another problem', other);
    await leave('of another run', problem, { runId: elsewhere });
    await leave('announced', problem, { arrived: false });
    await report({ evidence_s3_key: 'of another run' }, 'of another problem');
    expect(await look(OWNER)).toMatchObject({ dialogue: 'nothing_uploaded', evidence: 'nothing_uploaded' });
    const results = [{ evidence_s3_key: 'announced' }, { evidence_s3_key: 7 }, { evidence_s3_key: 'made up' }, {}];
    for (const summary of results) {
      await day.arena.database.withTransaction(async (transaction) => {
        await transaction
          .updateTable('problem_results')
          .set({ summary: json(summary), logs_key: null })
          .execute();
      });
      expect(await look(OWNER)).toMatchObject({ dialogue: 'nothing_uploaded', evidence: 'nothing_uploaded' });
    }
  });

  it('an attempt page shows a public question and its size, and the answer only to the operator', async () => {
    const page = await look(ANONYMOUS);
    expect(page.problem.query).toEqual(expect.any(String));
    expect(page.problem.asked?.items.length).toBeGreaterThan(0);
    expect([page.problem.constraints, (await look(OWNER)).problem.constraints]).toEqual([null, null]);
    expect((await look(OPERATOR)).problem.constraints?.reward).toEqual(expect.anything());
    await change('suites', { is_public: false });
    expect(await refusal(ANONYMOUS, problem)).toBe('ARTIFACT_NOT_FOUND');
    expect((await look(OWNER)).problem).toMatchObject({ query: null, asked: null, constraints: null });
  });

  it('an attempt page hides results until they are public, and has none before there is one', async () => {
    await report({ rule: 0.5 }, null);
    expect(await look(ANONYMOUS)).toMatchObject({ result: null, are_scores_public: false });
    expect(await look(OWNER)).toMatchObject({ result: { score: 1 }, are_scores_public: true });
    expect(await look(OWNER, other)).toMatchObject({ result: null, are_scores_public: true });
  });

  it('an attempt page is refused equally for what is missing and what is secret', async () => {
    expect(await refusal(OPERATOR, UNKNOWN)).toBe('ARTIFACT_NOT_FOUND');
    await expect(attemptPage(day.arena, UNKNOWN, problem, OPERATOR)).rejects.toMatchObject({
      code: 'EVAL_RUN_NOT_FOUND',
    });
  });

  it('an attempt page follows its schema', async () => {
    await report({ rule: 0.5, reasoning_explanation: 'word' }, null);
    const missing = { download_url: null, expires_at: null, sha256: null, bytes: null, missing: 'nothing_uploaded' };
    for (const viewer of [OWNER, OPERATOR]) {
      const files = { dialogue: missing, evidence: missing, agency: null, filter: null };
      expectWire(attemptPageSchema, { ...(await look(viewer)), ...files });
    }
  });
});
