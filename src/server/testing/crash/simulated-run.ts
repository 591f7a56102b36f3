import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  claimedWorkSchema,
  completedRunSchema,
  type ProblemUpdate,
  presignAnswerSchema,
  progressAnswerSchema,
  type RunCompletion,
  runProblemsSchema,
} from '../../../arena/wire.ts';
import { sha256 } from '../../../store/sha256.ts';
import { simulatedOutcome } from './simulated-outcome.ts';
import type { ConnectionAnswer, ConnectionParts, UnreliableConnection } from './unreliable-connection.ts';

export interface RunParts extends Pick<ConnectionParts, 'random' | 'clientFaults' | 'record'> {
  readonly line: UnreliableConnection;
  readonly runId: string;
  readonly versionId: string;
  readonly leaseMilliseconds: number;
  /** Average time between two requests. */
  readonly thinkMilliseconds: number;
  /** The answer to the claim; `undefined` for a run that is resumed. */
  readonly claim?: unknown;
}

/** Thrown when a client crashes in the middle of its work. */
export class Crashed extends Error {}

const BEATS_PER_LEASE = 3;
const BATCHES = 3;
const DOWNLOADS = 0.3;
const MOST_LOGS = 2;

/** One run from its first heartbeat to its end, or until it crashes, is too late or is told to stop. */
export class SimulatedRun {
  readonly #parts: RunParts;
  readonly #path: string;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#path = `/v1/validator/evaluation-runs/${parts.runId}`;
  }

  async perform(): Promise<void> {
    if (!(await this.#beat())) return;
    const ended = new AbortController();
    const beating = this.#keepBeating(ended.signal);
    try {
      await this.#work(ended);
    } finally {
      ended.abort();
      await beating;
    }
  }

  async #work(ended: AbortController): Promise<void> {
    const { random, clientFaults, line, leaseMilliseconds, versionId, runId } = this.#parts;
    if (random.chance(DOWNLOADS)) await this.#download();
    const asked = await this.#step('problems', { to: `${this.#path}/problems` });
    if (asked.outcome !== '200') return;
    const problems = runProblemsSchema.parse(asked.body).problems.map(({ problem_id }) => problem_id);
    const { updates, completion } = simulatedOutcome(versionId, runId, problems);
    if (!(await this.#reportAll(updates))) return;
    if (random.chance(clientFaults.logs)) await this.#bringLogs(random.sample(updates, 1 + random.integer(MOST_LOGS)));
    if (random.chance(clientFaults.late)) {
      ended.abort();
      await line.pause(leaseMilliseconds * (1 + random.next()));
    }
    const isEnded = await this.#complete(completion);
    if (isEnded && random.chance(clientFaults.secondThoughts)) await this.#thinkAgain(updates);
  }

  /** Sends heartbeats beside the work, as validators do, until the run is over or the arena ends it. */
  async #keepBeating(ended: AbortSignal): Promise<void> {
    const { random, leaseMilliseconds } = this.#parts;
    for (;;) {
      const interval = (leaseMilliseconds / BEATS_PER_LEASE) * (0.5 + random.next());
      await sleep(interval, undefined, { signal: ended }).catch(() => {});
      if (ended.aborted) return;
      // The heartbeat loop may crash alone, unnoticed until the lease expires.
      const going = await this.#beat().catch(() => false);
      if (!going) return;
    }
  }

  /** A crash is possible before every step; after it this object is not used again. */
  async #step(...asked: Parameters<UnreliableConnection['ask']>): Promise<ConnectionAnswer> {
    const { random, clientFaults, line, thinkMilliseconds } = this.#parts;
    if (random.chance(clientFaults.crash)) throw new Crashed();
    if (thinkMilliseconds > 0) await line.pause(random.next() * 2 * thinkMilliseconds);
    return await line.ask(...asked);
  }

  async #beat(): Promise<boolean> {
    const report = { service_versions: { validator: 'sha256:0123456789' }, cpu_pct: 12.5 };
    const answer = await this.#step('heartbeat', { method: 'POST', to: `${this.#path}/heartbeat`, json: report });
    return answer.outcome === '200';
  }

  async #download(): Promise<void> {
    const claimed = claimedWorkSchema.safeParse(this.#parts.claim);
    if (!claimed.success) return;
    const { code_download_url, code_sha256 } = claimed.data;
    const { bytes } = await this.#step('code', { to: code_download_url, anonymous: true });
    const found = createHash('sha256').update(bytes).digest('hex');
    if (found !== code_sha256) this.#parts.record.complain(`run ${this.#parts.runId} was given another file`);
  }

  /**
   * Reports in batches, each with all results so far, as validators do. Returns false if the run no longer belongs to
   * this client.
   */
  async #reportAll(updates: readonly ProblemUpdate[]): Promise<boolean> {
    const { random, clientFaults } = this.#parts;
    for (let batch = 1; batch <= BATCHES; batch++) {
      const done = updates.slice(0, Math.ceil((updates.length * batch) / BATCHES));
      const begun = updates.slice(done.length, done.length + 2).map(({ problem_id }) => beginning(problem_id));
      const older = updates.slice(0, Math.ceil((done.length * random.integer(batch)) / batch));
      const overtaken = [
        ...older,
        ...updates.slice(older.length, done.length).map((each) => beginning(each.problem_id)),
      ];
      const disorder = random.chance(clientFaults.outOfOrder);
      const beside = disorder && random.chance(0.5);
      const [taken] = await Promise.all([
        this.#report([...done, ...begun]),
        ...(beside ? [this.#report(overtaken)] : []),
      ]);
      if (!taken) return false;
      if (disorder && !beside && !(await this.#report(overtaken))) return false;
    }
    return true;
  }

  async #report(updates: readonly ProblemUpdate[]): Promise<boolean> {
    if (updates.length === 0) return true;
    const { record, runId } = this.#parts;
    record.add({ what: 'results sent', runId, updates });
    const answer = await this.#sendResults(updates);
    if (answer.outcome !== '200') return false;
    if (progressAnswerSchema.parse(answer.body).accepted) record.add({ what: 'results kept', runId, updates });
    else record.complain(`results of run ${runId}, which is not complete, were not taken`);
    return true;
  }

  #sendResults(problems: readonly ProblemUpdate[]): Promise<ConnectionAnswer> {
    return this.#step('progress', { method: 'POST', to: `${this.#path}/progress`, json: { problems } });
  }

  async #bringLogs(updates: readonly ProblemUpdate[]): Promise<void> {
    const { record, runId } = this.#parts;
    for (const update of updates) {
      const log = Buffer.from(JSON.stringify({ runId, ...update }));
      const asked = await this.#step('presign', {
        method: 'POST',
        to: '/v1/validator/uploads/presign',
        json: {
          eval_run_id: runId,
          problem_id: update.problem_id,
          content_length: log.length,
          content_type: 'application/gzip',
        },
      });
      if (asked.outcome !== '200') return;
      const { upload_url, results_s3_key: key } = presignAnswerSchema.parse(asked.body);
      const headers = { 'content-type': 'application/gzip' };
      const stored = await this.#step('upload', {
        method: 'PUT',
        to: upload_url,
        bytes: log,
        headers,
        anonymous: true,
      });
      if (stored.outcome !== '200') return;
      record.add({ what: 'log kept', runId, key, sha256: sha256(log) });
      if (!(await this.#report([{ ...update, logs_s3_key: key }]))) return;
    }
  }

  async #complete(completion: RunCompletion): Promise<boolean> {
    const { record, runId } = this.#parts;
    record.add({ what: 'ending sent', runId, completion });
    const answer = await this.#step('complete', { method: 'POST', to: `${this.#path}/complete`, json: completion });
    if (answer.outcome !== '200') {
      record.add({ what: 'ending refused', runId, code: answer.outcome });
      return false;
    }
    const { status, work_item, agent_version_became_eligible, final_score } = completedRunSchema.parse(answer.body);
    record.add({
      what: 'ending kept',
      runId,
      completion,
      status,
      included: work_item.included_success_count,
      becameEligible: agent_version_became_eligible,
      finalScore: final_score,
    });
    return true;
  }

  /** Reports after the end of a run must change nothing, so they are not recorded as sent. */
  async #thinkAgain(updates: readonly ProblemUpdate[]): Promise<void> {
    const { record, runId } = this.#parts;
    const other: RunCompletion = { terminal_status: 'FAILED', failure_reason: 'I was wrong.', failure_owner: 'agent' };
    const ended = await this.#step('complete', { method: 'POST', to: `${this.#path}/complete`, json: other });
    if (ended.outcome === '200') record.complain(`run ${runId} was ended twice`);
    const changed = await this.#sendResults(updates.map((update) => ({ ...update, score: 1 - (update.score ?? 0) })));
    if (changed.outcome === '200' && progressAnswerSchema.parse(changed.body).accepted) {
      record.complain(`results of run ${runId} were taken after its end`);
    }
  }
}

function beginning(problem_id: string): ProblemUpdate {
  return { problem_id, status: 'RUNNING' };
}
