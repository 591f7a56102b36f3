import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimWork } from '../../arena/queue/claim-work.ts';
import { completeRun } from '../../arena/queue/complete-run.ts';
import { presignUpload } from '../../arena/queue/presign-upload.ts';
import { receiveUpload } from '../../arena/queue/receive-upload.ts';
import { recordProgress } from '../../arena/queue/record-progress.ts';
import { type RunProblem, runProblems } from '../../arena/queue/run-problems.ts';
import { openSampleArena, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { unevidencedPolicy } from '../../arena/testing/sample-policy.ts';
import { isTwin, queueWithTwins, stockSampleTwins } from '../../arena/testing/sample-twins.ts';
import type { RunCompletion } from '../../arena/wire.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { artifactFor } from '../attempts/artifact-for.ts';
import { attemptPage } from '../attempts/attempt-page.ts';
import { hotkeyPage } from '../hotkey-page.ts';
import { ledgerPage } from '../ledger-page.ts';
import { runDetail } from '../runs/run-detail.ts';
import { runningEvaluations } from '../runs/running-evaluations.ts';
import { minerAgents } from '../versions/miner-agents.ts';
import { ownVersionStatus } from '../versions/own-version-status.ts';
import { versionProbes } from '../versions/version-probes.ts';
import { versionProblems } from '../versions/version-problems.ts';
import { versionRuns } from '../versions/version-runs.ts';
import { versionStatus } from '../versions/version-status.ts';
import { ANONYMOUS, type Viewer } from '../viewer.ts';

const OWNER: Viewer = { hotkey: 'owner', isAdmin: false };
const RIVAL: Viewer = { hotkey: 'rival', isAdmin: false };
const OPERATOR: Viewer = { hotkey: null, isAdmin: true };
const PAGE = { limit: 500, offset: 0 };
const SECRET = 'the words of a twin';
const ALLOWED = 'the words of a public problem';
const LOG_TYPE = 'application/gzip';

onEveryEngine('agent output about twins', (makeDatabase) => {
  let arena: SampleArena;
  let version: string;
  let runId: string;
  let twin: RunProblem;
  let open: RunProblem;

  async function begin(share = 1): Promise<void> {
    const policy = unevidencedPolicy({ twins: { share }, queue: { requiredSuccesses: 2 } });
    arena = await openSampleArena(makeDatabase, { problems: 9, policy });
    await stockSampleTwins(arena, 9);
    version = await queueWithTwins(arena, 'owner');
    runId = (await claimWork(arena, 'alice'))!.runId;
    const problems = await runProblems(arena, 'alice', runId);
    twin = problems.find(isTwin)!;
    open = problems.find((problem) => !isTwin(problem))!;
  }
  beforeEach(async () => await begin());
  afterEach(async () => await arena.close());

  async function fail(ending: Partial<RunCompletion>): Promise<void> {
    await completeRun(arena, 'alice', runId, { terminal_status: 'FAILED', failure_owner: 'agent', ...ending });
  }

  /** Every view of the version and its runs, as text. */
  async function allFor(viewer: Viewer): Promise<string> {
    const views = [
      runDetail(arena, runId, viewer),
      versionRuns(arena, version, PAGE, viewer),
      versionStatus(arena, version),
      versionProblems(arena, version, PAGE, viewer),
      versionProbes(arena, version, PAGE, viewer),
      hotkeyPage(arena, 'owner', PAGE, viewer),
      minerAgents(arena, viewer.hotkey ?? 'nobody', PAGE),
      runningEvaluations(arena, PAGE),
      ledgerPage(arena, { after: 0, limit: 1_000 }),
      ...(viewer === OWNER || viewer.isAdmin ? [ownVersionStatus(arena, version, viewer)] : []),
    ];
    return JSON.stringify(await Promise.all(views));
  }

  async function sandboxFor(viewer: Viewer) {
    return (await runDetail(arena, runId, viewer)).sandbox_metadata;
  }

  it('what an agent prints reaches its owner only for public problems', async () => {
    const outputs = [
      { problem_id: twin.problem_id, exit_code: 77, stderr_tail: SECRET },
      { problem_id: open.problem_id, exit_code: 3, stderr_tail: ALLOWED },
    ];
    const sandbox = { exit_code: 77, duration_seconds: 1, stderr_tail: SECRET, error_outputs: outputs };
    await fail({ failure_reason: 'Sandbox failed', sandbox_metadata: sandbox });
    for (const viewer of [ANONYMOUS, RIVAL, OWNER]) expect(await allFor(viewer)).not.toContain(SECRET);
    expect(await sandboxFor(OWNER)).toEqual({ exit_code: 3, duration_seconds: 1, stderr_tail: ALLOWED });
    for (const viewer of [ANONYMOUS, RIVAL]) expect(await allFor(viewer)).not.toContain(ALLOWED);
  });

  it.each(['of a twin', 'of a problem that the validator does not name'])(
    'what an agent prints is shown only to the operator when it is %s',
    async (of) => {
      const outputs = [{ problem_id: of === 'of a twin' ? twin.problem_id : crypto.randomUUID(), stderr_tail: SECRET }];
      const sandbox = { exit_code: 77, duration_seconds: 1, stderr_tail: SECRET };
      await fail({ sandbox_metadata: of === 'of a twin' ? { ...sandbox, error_outputs: outputs } : sandbox });
      for (const viewer of [ANONYMOUS, RIVAL, OWNER]) expect(await allFor(viewer)).not.toContain(SECRET);
      expect(await sandboxFor(OWNER)).toEqual({ exit_code: null, duration_seconds: 1, stderr_tail: null });
      expect(await sandboxFor(OPERATOR)).toEqual({ exit_code: 77, duration_seconds: 1, stderr_tail: SECRET });
    },
  );

  it('a failure reason contains no agent output: the owner reads the code and the remedy', async () => {
    await fail({ failure_reason: `It raised ${SECRET}`, failure_code: 'CREDENTIAL_REFUSED' });
    for (const viewer of [ANONYMOUS, RIVAL, OWNER]) expect(await allFor(viewer)).not.toContain(SECRET);
    const { failure_reason } = await runDetail(arena, runId, OWNER);
    expect(failure_reason).toMatch(/^The agent failed\. CREDENTIAL_REFUSED: .*`assay connect`/);
    expect((await runDetail(arena, runId, OPERATOR)).failure_reason).toBe(`It raised ${SECRET}`);
  });

  it('agent output cannot pass as a failure code', async () => {
    await fail({ failure_reason: SECRET, failure_code: 'FORTY_BLUE_KETTLES' });
    expect((await runDetail(arena, runId, OWNER)).failure_reason).toBe('The agent failed.');
    expect(await allFor(OPERATOR)).not.toContain('KETTLES');
  });

  it('what an agent prints is all shown to its owner in a run without twins', async () => {
    await arena.close();
    await begin(0);
    await fail({
      failure_reason: ALLOWED,
      sandbox_metadata: { exit_code: 3, duration_seconds: 1, stderr_tail: ALLOWED },
    });
    expect(await runDetail(arena, runId, OWNER)).toMatchObject({
      failure_reason: ALLOWED,
      sandbox_metadata: { exit_code: 3, stderr_tail: ALLOWED },
    });
    expect(await allFor(ANONYMOUS)).not.toContain(ALLOWED);
  });

  it('what an agent prints about twins is in no public record, log, judgement or event', async () => {
    const keys = new Map<string, string>();
    // Evidence contains the fault and the refused events of an attempt, in text that the agent controls.
    for (const [problem, words] of [
      [twin, SECRET],
      [open, ALLOWED],
    ] as const) {
      const bytes = Buffer.from(JSON.stringify({ fault: { message: words }, rules: [{ detail: words }] }));
      const upload = { runId, problemId: problem.problem_id, contentLength: bytes.length, contentType: LOG_TYPE };
      const { uploadKey, ticket } = await presignUpload(arena, 'alice', upload);
      await receiveUpload(arena, ticket, bytes, LOG_TYPE);
      keys.set(problem.problem_id, uploadKey);
      const summary = { reasoning_explanation: words, failure: words, evidence_s3_key: uploadKey };
      await recordProgress(arena, 'alice', runId, [
        {
          problem_id: problem.problem_id,
          status: 'FAILED',
          score: 0,
          logs_s3_key: uploadKey,
          score_components_summary: summary,
        },
      ]);
    }
    await fail({ results_s3_key: keys.get(twin.problem_id)! });
    const ask = (problem: RunProblem, viewer: Viewer) =>
      Promise.allSettled([
        attemptPage(arena, runId, problem.problem_id, viewer),
        ...(['EVAL_LOGS_BUNDLE', 'EVAL_PROBLEM_LOGS', 'REASONING_DETAILS'] as const).map((artifact_type) => {
          const { problem_id } = problem;
          return artifactFor(
            arena,
            { artifact_type, agent_version_id: version, eval_run_id: runId, problem_id },
            viewer,
          );
        }),
      ]);
    const opened = async (problem: RunProblem, viewer: Viewer) =>
      (await ask(problem, viewer)).map(({ status }) => status === 'fulfilled');
    for (const viewer of [ANONYMOUS, RIVAL, OWNER]) {
      expect(await allFor(viewer)).not.toContain(SECRET);
      expect(await opened(twin, viewer)).toEqual([false, false, false, false]);
    }
    expect(await opened(twin, OPERATOR)).toEqual([false, true, true, true]);
    expect(await opened(open, OWNER)).toEqual([true, false, true, true]);
    expect(JSON.stringify(await ask(open, OWNER))).toContain(ALLOWED);
  });
});
