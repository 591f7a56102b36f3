import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Attempt } from '../../attempt/attempt.ts';
import { AttemptStore, keepCalls, type ReadCalls, type Receipt, type RecordedAttempt } from '../../attempt/record.ts';
import { recordCalls, SAMPLE_OUTCOME, SAMPLE_RESULT, sampleAttempt } from '../../attempt/testing/sample-attempt.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import type { UnchainedCall } from '../../gateway/calls/call-recorder.ts';
import type { Call } from '../../gateway/calls.ts';
import { type Hotkey, hotkeyFromSeed } from '../../identity/hotkey.ts';
import { sampleProduct } from '../../market/testing/sample-products.ts';
import type { ArenaProblem } from '../../problems/arena-form.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { finalScore, meanQuality, reasoningCoefficient } from '../../verdict/aggregate.ts';
import { gradeAttempt } from '../../verdict/grade-attempt.ts';
import { judgeByGates } from '../../verdict/judge.ts';
import { sampleDialogue } from '../../verdict/testing/sample-evidence.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { wireProblemId } from '../exam/wire-problem-id.ts';
import { completeRun } from '../queue/complete-run.ts';
import { presignUpload } from '../queue/presign-upload.ts';
import { receiveUpload } from '../queue/receive-upload.ts';
import { recordProgress } from '../queue/record-progress.ts';
import type { RunCompletion } from '../wire/work-wire.ts';
import type { SampleArena } from './sample-arena.ts';
import { claim } from './sample-queue.ts';

/** Problems with one product each and complete keys, so that evidence decides them. */
export function decidableProblems(count: number): readonly ArenaProblem[] {
  return sampleProblems(count).map(({ voucher: _, ...problem }) => {
    const [target] = problem.targets;
    return { ...problem, category: 'product' as const, targets: [{ ...target!, accepts: [target!.productId] }] };
  });
}

/** The record of one attempt, in the parts that are uploaded. */
export interface UploadedAttempt {
  readonly problem: ArenaProblem;
  readonly attempt: Attempt;
  readonly verdict: Verdict;
  readonly receipt: Receipt;
  readonly calls: readonly Call[];
  readonly dialogue: Uint8Array;
}

export interface ClaimedVersion {
  readonly runId: string;
  readonly agentVersionId: string;
}

let currentTime = Date.parse('2026-03-01T10:00:00.000Z');

/** A validator with a key and real evidence, which a test can falsify in any way. */
export class EvidencingValidator {
  readonly hotkey: Hotkey;
  readonly #arena: SampleArena;
  readonly #problems: readonly ArenaProblem[];
  readonly #folder = mkdtempSync(join(tmpdir(), 'assay-evidencing-'));
  readonly #store = new AttemptStore(this.#folder);

  constructor(arena: SampleArena, problems: readonly ArenaProblem[], seed: number) {
    this.hotkey = hotkeyFromSeed(new Uint8Array(32).fill(seed));
    this.#arena = arena;
    this.#problems = problems;
  }

  get address(): string {
    return this.hotkey.address;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async claim(): Promise<ClaimedVersion> {
    const { runId, agentVersionId } = await claim(this.#arena, this.address);
    return { runId, agentVersionId };
  }

  /** Runs every problem; those whose position is in `solved` are solved. `verdict` changes what is signed. */
  async attemptAll(
    { runId, agentVersionId }: ClaimedVersion,
    solved: readonly number[],
    change: {
      readonly verdict?: (verdict: Verdict) => Verdict;
      readonly calls?: readonly (readonly UnchainedCall[])[];
    } = {},
  ): Promise<UploadedAttempt[]> {
    const attempts: UploadedAttempt[] = [];
    for (const [place, problem] of this.#problems.entries()) {
      const target = problem.targets[0]!.productId;
      const shown = [sampleProduct(target, { price: 50 }), sampleProduct('another', { price: 60 })];
      const calls = change.calls?.[place] ?? [searchCall(shown)];
      const dialogue = sampleDialogue(solved.includes(place) ? target : 'another');
      const source = Buffer.from(agentVersionId);
      const working = await this.#store.begin(
        sampleAttempt({
          run_id: runId,
          validator: this.address,
          problem: { problem_id: problem.id, query: problem.query },
          agent: { name: 'agent.py', source },
        }),
      );
      const callsHead = await recordCalls(working, calls);
      const bytes = Buffer.from(JSON.stringify(dialogue));
      const read = async (attempted: RecordedAttempt): Promise<ReadCalls> => {
        const kept = await keepCalls(attempted);
        const grade = async ({ attempt_id }: Attempt): Promise<Verdict> => {
          const verdict = await gradeAttempt(
            attempt_id,
            { problem, dialogue, calls: kept.calls, fault: null },
            {
              search: { products: async (ids) => shown.filter(({ product_id }) => ids.includes(product_id)) },
              judge: async (evidence) => judgeByGates(evidence),
            },
          );
          return change.verdict?.(verdict) ?? verdict;
        };
        return { summary: kept.summary, grade };
      };
      const outcome = { ...SAMPLE_OUTCOME, answer: bytes };
      const result = { ...SAMPLE_RESULT, outcome, dialogue: bytes, callsHead, read };
      const { attempt, receipt, verdict } = await this.#store.finish(working, result, this.hotkey);
      const { calls: recorded } = await verifyAttempt(this.#store, attempt.attempt_id);
      attempts.push({ problem, attempt, verdict: verdict as Verdict, receipt, calls: recorded, dialogue: bytes });
    }
    return attempts;
  }

  /** Uploads the evidence of each problem, and reports the outcomes in its verdicts. */
  async upload(runId: string, attempts: readonly UploadedAttempt[]): Promise<void> {
    const updates = [];
    for (const { problem, attempt, verdict, receipt, calls, dialogue } of attempts) {
      const problem_id = wireProblemId(problem.id);
      const evidence = { version: 1, attempt, verdict, receipt, calls };
      const evidence_s3_key = await this.#put(runId, problem_id, Buffer.from(JSON.stringify(evidence)));
      updates.push({
        problem_id,
        status: verdict.rules.success ? ('SUCCESS' as const) : ('FAILED' as const),
        score: verdict.rules.success ? 1 : 0,
        reasoning_score: verdict.judgement.quality,
        logs_s3_key: await this.#put(runId, problem_id, dialogue),
        score_components_summary: { evidence_s3_key },
      });
    }
    await recordProgress(this.#arena, this.address, runId, updates);
  }

  /** A whole run: attempts, evidence, and the score that follows from the verdicts. */
  async run(
    claimed: ClaimedVersion,
    solved: readonly number[],
    change: Parameters<EvidencingValidator['attemptAll']>[2] = {},
  ): Promise<UploadedAttempt[]> {
    const attempts = await this.attemptAll(claimed, solved, change);
    await this.upload(claimed.runId, attempts);
    await this.complete(claimed.runId, attempts);
    return attempts;
  }

  async complete(runId: string, attempts: readonly UploadedAttempt[]) {
    const solved = attempts.filter(({ verdict }) => verdict.rules.success).length;
    const qualities = attempts.map(({ verdict }) => verdict.judgement.quality ?? 0);
    const sum = qualities.reduce((total: number, quality) => total + quality, 0);
    return await this.completeWith(runId, solved, reasoningCoefficient(meanQuality(sum, qualities.length)));
  }

  async completeWith(runId: string, solved: number, coefficient: number) {
    const total = this.#problems.length;
    const completion: RunCompletion = {
      terminal_status: 'SUCCESS',
      validator_score: finalScore(solved / total, coefficient),
      score_components: {
        success_rate: solved / total,
        total_problems: total,
        successful_problems: solved,
        reasoning_coefficient: coefficient,
      },
    };
    return await completeRun(this.#arena, this.address, runId, completion);
  }

  async #put(runId: string, problemId: string, bytes: Uint8Array): Promise<string> {
    const packed = gzipSync(bytes);
    const contentType = 'application/gzip';
    const wanted = { runId, problemId, contentLength: packed.length, contentType };
    const { ticket, uploadKey } = await presignUpload(this.#arena, this.address, wanted);
    await receiveUpload(this.#arena, ticket, packed, contentType);
    return uploadKey;
  }
}

/** Each call has its own time, like real ones. */
export function searchCall(shown: readonly object[], q = 'lamp'): UnchainedCall {
  currentTime += 1_001;
  return {
    time: new Date(currentTime).toISOString(),
    kind: 'search',
    method: 'GET',
    path: '/search/find_product',
    parameters: { q },
    request: null,
    status: 200,
    response: shown,
    duration_ms: 3,
    usage: null,
    price_microdollars: null,
    fault: null,
  };
}

/** The recorded calls of an attempt without their chain, to be recorded as another validator's. */
export function unchained({ calls }: UploadedAttempt): readonly UnchainedCall[] {
  return calls.map(({ sequence: _, previous: __, hash: ___, ...call }) => call);
}
