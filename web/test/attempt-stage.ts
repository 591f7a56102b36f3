import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { activateSuite, createSuite } from '../../src/arena/exam.ts';
import { completeRun, presignUpload, receiveUpload, recordProgress, runProblems } from '../../src/arena/queue.ts';
import { retirementPublisher } from '../../src/arena/race.ts';
import type { ProblemUpdate } from '../../src/arena/wire.ts';
import { AttemptStore, keepCalls, receiptHash } from '../../src/attempt/record.ts';
import { recordCalls, SAMPLE_OUTCOME, sampleAttempt } from '../../src/attempt/testing/sample-attempt.ts';
import { verifyAttempt } from '../../src/attempt/verify-attempt.ts';
import type { UnchainedCall } from '../../src/gateway/calls/call-recorder.ts';
import { canonicalJson } from '../../src/json/canonical-json.ts';
import type { Target } from '../../src/problems/problem.ts';
import { findSite } from '../../src/server/find-site.ts';
import { createArenaServer } from '../../src/server/http/create-arena-server.ts';
import { plainAgent } from '../../src/server/testing/sample/sample-agents.ts';
import { markedProblems } from '../../src/server/testing/sample/sample-problems.ts';
import { success } from '../../src/server/testing/sample/sample-run.ts';
import { SampleServer } from '../../src/server/testing/sample/sample-server.ts';
import { SampleStage } from '../../src/server/testing/sample/sample-stage.ts';
import { addressOf, walletOf } from '../../src/server/testing/sample/sample-wallets.ts';
import { makeSqliteDatabase } from '../../src/store/testing/every-engine.ts';
import type { Verdict } from '../../src/verdict/verdict.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests change whatever they like in it
type Loose = any;

/** The claims of an agent, the record and the verdict: everything that the page of an attempt shows. */
export interface StagedAttempt {
  readonly agentName?: string;
  readonly dialogue: readonly unknown[];
  readonly calls: readonly UnchainedCall[];
  readonly verdict: Omit<Verdict, 'attempt_id' | 'problem_id' | 'problem_digest' | 'version'>;
  readonly fault?: { readonly code: 'AGENT_RAISED'; readonly message: string };
  /** Left out of the upload. */
  readonly without?: 'dialogue' | 'evidence';
  /** Reported by a lying validator in place of what it signed. */
  readonly reported?: { readonly status: ProblemUpdate['status']; readonly score: number };
  /** The program that was run instead of the submitted one. */
  readonly otherAgent?: string;
  /** Changes the evidence after signing and before the upload. */
  readonly change?: (evidence: Loose) => void;
  /** Uploaded instead of the signed dialogue. */
  readonly rawDialogue?: string;
}

export interface AttemptStage {
  readonly url: string;
  /** Runs it for a contestant whose code is released, and returns the URL of its page. */
  stage(attempt: StagedAttempt): Promise<string>;
  /** Retires all problems and activates a suite of others; returns what the first problem wanted. */
  retireProblems(): Promise<readonly Target[]>;
  close(): Promise<void>;
}

/** A real arena with the dashboard, and a validator that uploads what a test makes up for the first of its problems. */
export async function openAttemptStage(size = 1): Promise<AttemptStage> {
  const sample = await SampleServer.open(makeSqliteDatabase);
  const { arena } = sample;
  const folder = mkdtempSync(join(tmpdir(), 'assay-staged-'));
  const store = new AttemptStore(folder);
  const problems = markedProblems(size, { prefix: 'open', question: '', answer: 'x' });
  const by = { who: addressOf('admin'), now: arena.now() };
  const { suiteId } = await createSuite(arena.database, { name: 'open', problems, isPublic: true }, by);
  await activateSuite(arena, suiteId, { who: by.who, requeueTopN: 0 });
  const people = new SampleStage(arena, join(folder, 'bank'), sample.started.services.analyse);
  const site = await findSite((reason) => {
    throw new Error(reason);
  });
  const server = await createArenaServer(sample.started.services, { site });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  let agents = 0;
  return {
    url,
    stage: async (staged) => {
      const agent = plainAgent(++agents);
      const version = await people.submit('alice', staged.agentName ?? 'staged', agent);
      await arena.database.withTransaction(async (transaction) => {
        const released = transaction.updateTable('agent_versions').set({ released_at: 1 });
        await released.where('agent_version_id', '=', version).execute();
      });
      // Both validators have to run it, or the first would get it again with the next version.
      const runId = await people.claim('holder', version);
      const path = await upload(runId, staged, staged.otherAgent ?? agent);
      await completeRun(people.arena, addressOf('idle'), await people.claim('idle', version), seen(size));
      return path;
    },
    retireProblems: async () => {
      const retirements = problems.map(({ id }) => ({
        problemId: id,
        reason: 'Leaked.',
        by: by.who,
        retiredAt: new Date(arena.now()).toISOString(),
      }));
      await retirementPublisher(people.arena, { retirements: async () => retirements })();
      const others = markedProblems(size, { prefix: 'next', question: '', answer: 'y' });
      const next = await createSuite(arena.database, { name: 'next', problems: others, isPublic: true }, by);
      await activateSuite(arena, next.suiteId, { who: by.who, requeueTopN: 0 });
      return problems[0]!.targets;
    },
    close: async () => {
      await server.close();
      await sample.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function upload(runId: string, staged: StagedAttempt, agent: string): Promise<string> {
    const holder = addressOf('holder');
    const [problem] = await runProblems(people.arena, holder, runId);
    const problemId = problem!.problem_id;
    const { evidence, dialogue, hash } = await seal(runId, staged, agent);
    const keys = {
      dialogue: staged.without === 'dialogue' ? undefined : await send(runId, problemId, dialogue),
      evidence: staged.without === 'evidence' ? undefined : await send(runId, problemId, evidence),
    };
    await recordProgress(people.arena, holder, runId, [
      {
        problem_id: problemId,
        ...(staged.reported ?? { status: 'FAILED', score: 0 }),
        reasoning_score: staged.verdict.judgement.quality,
        score_components_summary: {
          receipt_hash: hash,
          failure: staged.verdict.judgement.explanation.slice(0, 200),
          ...(keys.evidence !== undefined && { evidence_s3_key: keys.evidence }),
        },
        ...(keys.dialogue !== undefined && { logs_s3_key: keys.dialogue }),
      },
    ]);
    await completeRun(people.arena, holder, runId, seen(size));
    return `/attempts/${runId}/${problemId}`;
  }

  async function send(runId: string, problemId: string, bytes: Uint8Array): Promise<string> {
    const wanted = { runId, problemId, contentLength: bytes.length, contentType: 'application/gzip' };
    const { ticket, uploadKey } = await presignUpload(people.arena, addressOf('holder'), wanted);
    await receiveUpload(people.arena, ticket, bytes, 'application/gzip');
    return uploadKey;
  }

  async function seal(runId: string, { dialogue, calls, verdict, fault, ...rest }: StagedAttempt, source: string) {
    const { id: problem_id, query } = problems[0]!;
    const validator = addressOf('holder');
    const agent = { name: 'agent.py', source: Buffer.from(source) };
    const problem = { problem_id, query };
    const working = await store.begin(sampleAttempt({ run_id: runId, problem, agent, validator }));
    const callsHead = await recordCalls(working, calls);
    const told = Buffer.from(canonicalJson(dialogue));
    const sealed = await store.finish(
      working,
      {
        outcome: SAMPLE_OUTCOME,
        fault: fault ?? null,
        dialogue: told,
        callsHead,
        read: async (recorded) => {
          const { summary } = await keepCalls(recorded);
          const known = { version: 1, problem_id, problem_digest: '0'.repeat(64), ...verdict };
          return { summary, grade: async ({ attempt_id }) => ({ ...known, attempt_id }) };
        },
      },
      walletOf('holder'),
    );
    const verified = await verifyAttempt(store, sealed.attempt.attempt_id);
    const evidence = structuredClone({ version: 1, ...sealed, calls: verified.calls });
    rest.change?.(evidence);
    return {
      dialogue: gzipSync(rest.rawDialogue ?? told),
      evidence: gzipSync(JSON.stringify(evidence)),
      hash: receiptHash(sealed.receipt),
    };
  }
}

function seen(size: number) {
  return success(size, { solved: 0, coefficient: 1, judge: '', log: '', errorOutput: '' });
}
