import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimWork } from '../../arena/queue/claim-work.ts';
import { presignUpload } from '../../arena/queue/presign-upload.ts';
import { receiveUpload } from '../../arena/queue/receive-upload.ts';
import { recordProgress } from '../../arena/queue/record-progress.ts';
import { openSampleArena, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { unevidencedPolicy } from '../../arena/testing/sample-policy.ts';
import {
  isTwin,
  queueWithTwins,
  runWithTwins,
  type SampleRun,
  stockSampleTwins,
} from '../../arena/testing/sample-twins.ts';
import { Fault } from '../../fault/fault.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { artifactFor } from '../attempts/artifact-for.ts';
import { attemptPage } from '../attempts/attempt-page.ts';
import { leaderboard } from '../leaderboard/leaderboard.ts';
import { ledgerPage } from '../ledger-page.ts';
import { runDetail } from '../runs/run-detail.ts';
import { runningEvaluations } from '../runs/running-evaluations.ts';
import { suiteProblems } from '../suites/suite-problems.ts';
import { versionAgreement } from '../versions/version-agreement.ts';
import { versionProblems } from '../versions/version-problems.ts';
import { versionStatus } from '../versions/version-status.ts';
import { ANONYMOUS, type Viewer } from '../viewer.ts';

const PUBLIC = 9;
const PAGE = { limit: 500, offset: 0 };
const OWNER: Viewer = { hotkey: 'owner', isAdmin: false };

onEveryEngine('twins on the board', (makeDatabase) => {
  let arena: SampleArena;
  let version: string;
  let runs: SampleRun[];
  let twin: string;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, {
      problems: PUBLIC,
      policy: unevidencedPolicy({ twins: { share: 1 }, queue: { requiredSuccesses: 2 } }),
    });
    await stockSampleTwins(arena, PUBLIC);
    version = await queueWithTwins(arena, 'owner');
    // The second validator reports one twin as solved that the first did not.
    runs = [await runWithTwins(arena, 'alice', (problem) => !isTwin(problem))];
    twin = runs[0]!.problems.find(isTwin)!.problem_id;
    runs.push(await runWithTwins(arena, 'bob', (problem) => !isTwin(problem) || problem.problem_id === twin));
  });
  afterEach(async () => await arena.close());

  it('a version that memorises is flagged, with the reason and the score of the twins', async () => {
    const marked = {
      state: 'memorises',
      public: { solved: 18, of: 18 },
      twins: { solved: 1, of: 18 },
      score_on_public: 1,
      reason: expect.stringContaining('100 % of the public problems and 6 % of unpublished twins'),
    };
    const status = await versionStatus(arena, version);
    expect(status).toMatchObject({ final_score: 0.0556, success_rate: 0.0556, twins: marked });
    expect(status.score_interval!.high).toBeLessThan(0.5);
    const { entries } = await leaderboard(arena, { ...PAGE, score_type: 'qualifying' });
    expect(entries).toMatchObject([{ agent_version_id: version, final_score: 0.0556, twins: marked }]);
  });

  it('twins are shown to no one: no id, no result, no log', async () => {
    const { runId } = runs[0]!;
    const bytes = Buffer.from('a log that quotes the twin');
    const upload = { runId, problemId: twin, contentLength: bytes.length, contentType: 'application/gzip' };
    const { uploadKey, ticket } = await presignUpload(arena, 'alice', upload);
    await receiveUpload(arena, ticket, bytes, 'application/gzip');
    await recordProgress(arena, 'alice', runId, [{ problem_id: twin, status: 'FAILED', logs_s3_key: uploadKey }]);
    await arena.database.withTransaction(async (transaction) => {
      const now = arena.now();
      await transaction.updateTable('agent_versions').set({ release_at: now, released_at: now }).execute();
      await transaction.updateTable('runs').set({ results_key: uploadKey }).where('run_id', '=', runId).execute();
    });
    const twins = runs[0]!.problems.filter(isTwin);
    const secrets = twins.flatMap(({ problem_id, metadata }) => [
      problem_id,
      String(metadata.query),
      String(metadata.source_id),
    ]);
    for (const viewer of [ANONYMOUS, OWNER]) {
      const texts = [
        await versionProblems(arena, version, PAGE, viewer),
        await versionAgreement(arena, version, viewer),
        await runDetail(arena, runId, viewer),
        await suiteProblems(arena, arena.suiteId),
        await ledgerPage(arena, { after: 0, limit: 1_000 }),
        await versionStatus(arena, version),
      ].map((answer) => JSON.stringify(answer));
      for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
      await expect(attemptPage(arena, runId, twin, viewer)).rejects.toMatchObject({ code: 'ARTIFACT_NOT_FOUND' });
      for (const artifact_type of ['EVAL_LOGS_BUNDLE', 'EVAL_PROBLEM_LOGS', 'REASONING_DETAILS'] as const) {
        const request = { artifact_type, agent_version_id: version, eval_run_id: runId, problem_id: twin };
        const refusal: unknown = await artifactFor(arena, request, viewer).catch((error: unknown) => error);
        expect(Fault.isInstance(refusal) && refusal.code, artifact_type).toBe('ARTIFACT_NOT_FOUND');
      }
    }
    // The operator can read it, which proves that the log exists.
    const operator: Viewer = { hotkey: null, isAdmin: true };
    const request = {
      artifact_type: 'EVAL_PROBLEM_LOGS',
      agent_version_id: version,
      eval_run_id: runId,
      problem_id: twin,
    } as const;
    expect(await artifactFor(arena, request, operator)).toMatchObject({ contentType: 'application/gzip' });
  });

  it('twins count towards the progress of a run', async () => {
    await queueWithTwins(arena, 'second');
    await claimWork(arena, 'alice');
    // Another contestant's version is the only one to have used the pool, so this version gets its twins too.
    expect(await runningEvaluations(arena, PAGE)).toMatchObject([{ problems_done: 0, problems_total: 2 * PUBLIC }]);
  });
});
