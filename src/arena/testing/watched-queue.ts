import { expect } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import { claimWork } from '../queue/claim-work.ts';
import { completeRun } from '../queue/complete-run.ts';
import { heartbeat } from '../queue/heartbeat.ts';
import { reapRuns } from '../queue/reap-runs.ts';
import { recordProgress } from '../queue/record-progress.ts';
import { settleDisagreements } from '../queue/settle-disagreements.ts';
import type { RunCompletion } from '../wire/work-wire.ts';
import type { Act } from './sample-acts.ts';
import type { SampleArena } from './sample-arena.ts';
import { MINUTE, outcomeOf } from './sample-queue.ts';

export const LEASE = 10 * MINUTE;
export const LONGEST = 24 * LEASE;

/** The expected state of a run, derived only from the requests and the clock. */
interface WatchedRun {
  readonly owner: string;
  readonly claimedAt: number;
  leaseUntil: number;
  ending: 'SUCCESS' | 'FAILED' | 'TIMED_OUT' | 'STALE' | undefined;
  score: number | undefined;
}

/** Performs acts on a queue, and checks the answers against its own model. */
export class WatchedQueue {
  readonly runs = new Map<string, WatchedRun>();
  readonly #arena: SampleArena;
  readonly #problems: readonly string[];

  constructor(arena: SampleArena, problems: readonly string[]) {
    this.#arena = arena;
    this.#problems = problems;
  }

  async perform(act: Act): Promise<void> {
    switch (act.kind) {
      case 'pass':
        this.#arena.pass(act.minutes * MINUTE);
        return;
      case 'reap':
        await reapRuns(this.#arena);
        return;
      case 'settle':
        await settleDisagreements(this.#arena);
        return;
      case 'claim':
        return await this.#claim(`v${act.by}`);
      case 'beat':
        return await this.#beat(`v${act.by}`);
      case 'progress':
        return await this.#progress(`v${act.by}`, act.problem);
      case 'complete':
        return await this.#complete(`v${act.by}`, act.run, act.body);
    }
  }

  async #claim(hotkey: string): Promise<void> {
    const held = [...this.runs].find(([, run]) => run.owner === hotkey && this.#lives(run));
    const answer = await outcomeOf(claimWork(this.#arena, hotkey));
    if (held !== undefined) {
      expect(answer).toMatchObject({ code: 'AT_CAPACITY', extra: { eval_run_id: held[0] } });
      return;
    }
    if (answer === undefined) return;
    if (Fault.isInstance(answer)) throw answer;
    const claimedAt = this.#arena.now();
    expect(answer.leaseExpiresAt).toBe(claimedAt + LEASE);
    this.runs.set(answer.runId, {
      owner: hotkey,
      claimedAt,
      leaseUntil: answer.leaseExpiresAt,
      ending: undefined,
      score: undefined,
    });
  }

  async #beat(hotkey: string): Promise<void> {
    for (const [runId, run] of this.#lastOf(hotkey, 0)) {
      const answer = await outcomeOf(heartbeat(this.#arena, hotkey, runId));
      const expected = this.#refusal(run);
      if (expected !== undefined) expect(answer).toMatchObject({ code: expected });
      else {
        run.leaseUntil = Math.min(this.#arena.now() + LEASE, run.claimedAt + LONGEST);
        expect(answer).toEqual({ leaseExpiresAt: run.leaseUntil });
      }
    }
  }

  async #progress(hotkey: string, problem: number): Promise<void> {
    for (const [runId, run] of this.#lastOf(hotkey, 0)) {
      const update = { problem_id: this.#problems[problem]!, status: 'SUCCESS', score: 1 } as const;
      const answer = await outcomeOf(recordProgress(this.#arena, hotkey, runId, [update]));
      const expected = this.#refusal(run);
      if (expected === 'LEASE_EXPIRED') expect(answer).toMatchObject({ code: expected });
      else expect(answer).toMatchObject({ accepted: expected === undefined });
    }
  }

  async #complete(hotkey: string, back: number, completion: RunCompletion): Promise<void> {
    for (const [runId, run] of this.#lastOf(hotkey, back)) {
      const stranger = await outcomeOf(completeRun(this.#arena, 'stranger', runId, completion));
      expect(stranger).toMatchObject({ code: 'NOT_RUN_OWNER' });
      const expected = this.#refusal(run);
      const answer = await outcomeOf(completeRun(this.#arena, hotkey, runId, completion));
      if (expected !== undefined) expect(answer).toMatchObject({ code: expected });
      else {
        expect(answer).toMatchObject({ runId, status: completion.terminal_status });
        run.ending = completion.terminal_status;
        run.score = completion.validator_score ?? undefined;
      }
    }
  }

  #lastOf(hotkey: string, back: number): [string, WatchedRun][] {
    const own = [...this.runs].filter(([, { owner }]) => owner === hotkey);
    return own.slice(0, own.length - back).slice(-1);
  }

  #lives({ ending, leaseUntil }: WatchedRun): boolean {
    return ending === undefined && this.#arena.now() < leaseUntil;
  }

  #refusal(run: WatchedRun): 'LEASE_EXPIRED' | 'RUN_ALREADY_COMPLETE' | undefined {
    if (run.ending !== undefined && run.ending !== 'STALE') return 'RUN_ALREADY_COMPLETE';
    return this.#lives(run) ? undefined : 'LEASE_EXPIRED';
  }

  /** Everything that was acknowledged exists exactly once, and nothing else exists. */
  async compare(): Promise<void> {
    const rows = await this.#arena.database.reader.selectFrom('runs').selectAll().execute();
    expect(rows.length).toBe(this.runs.size);
    for (const { run_id, status, score, validator_hotkey } of rows) {
      const run = this.runs.get(run_id)!;
      expect(validator_hotkey).toBe(run.owner);
      expect(score ?? undefined).toBe(run.score);
      if (run.ending !== undefined) expect(status).toBe(run.ending);
      else if (this.#lives(run)) expect(['CLAIMED', 'RUNNING']).toContain(status);
      else expect(['CLAIMED', 'RUNNING', 'STALE']).toContain(status);
    }
  }
}
