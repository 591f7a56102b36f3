import type { Arena } from '../../../arena/arena.ts';
import { type ClaimedWork, claimWork, completeRun, heartbeat } from '../../../arena/queue.ts';
import { BankHiddenProblems, tickRace } from '../../../arena/race.ts';
import { submitAgent } from '../../../arena/submission.ts';
import type { Services } from '../../start/services.ts';
import { reportRun, type Sighting, success } from './sample-run.ts';
import { addressOf, type Signer } from './sample-wallets.ts';

export const SUITE_SIZE = 4;

export interface Failing {
  readonly ending: 'FAILED' | 'TIMED_OUT';
  readonly reason: string;
  readonly errorOutput: string;
}

/** The arena with a clock that advances only when a test moves it, and actions of its users. */
export class SampleStage {
  readonly arena: Arena;
  now: number;
  readonly bank: string;
  readonly #hidden: BankHiddenProblems;
  readonly #analyse: Services['analyse'];

  constructor(arena: Arena, bank: string, analyse: Services['analyse']) {
    this.now = arena.now();
    this.bank = bank;
    this.arena = { ...arena, now: () => this.now };
    this.#hidden = new BankHiddenProblems(bank, () => new Date(this.now));
    this.#analyse = analyse;
  }

  async tickRace(): Promise<void> {
    await tickRace(this.arena, this.#hidden);
  }

  async submit(person: Signer, agentName: string, source: string): Promise<string> {
    this.now += 1_000;
    const submission = { hotkey: addressOf(person), agentName, file: Buffer.from(source) };
    const { agent_version_id } = await submitAgent(this.arena, submission, { analyse: this.#analyse });
    return agent_version_id;
  }

  /** Claims a run, and fails the test if there is none or it is for another version. */
  async claim(person: Signer, agentVersionId: string): Promise<string> {
    this.now += 1_000;
    const work = await claimWork(this.arena, addressOf(person));
    if (work?.agentVersionId === agentVersionId) return work.runId;
    throw new Error(`${person} was given ${work?.agentVersionId} and not ${agentVersionId}`);
  }

  /** All work available to a validator, one item after another. */
  async *work(person: Signer): AsyncGenerator<ClaimedWork> {
    for (;;) {
      this.now += 1_000;
      const work = await claimWork(this.arena, addressOf(person));
      if (work === undefined) return;
      yield work;
    }
  }

  async finish(person: Signer, runId: string, seen: Sighting): Promise<void> {
    const key = await reportRun(this.arena, addressOf(person), runId, seen);
    await completeRun(this.arena, addressOf(person), runId, success(SUITE_SIZE, seen, key));
  }

  async fail(person: Signer, runId: string, { ending, reason, errorOutput }: Failing): Promise<void> {
    await heartbeat(this.arena, addressOf(person), runId);
    await completeRun(this.arena, addressOf(person), runId, {
      terminal_status: ending,
      failure_reason: reason,
      sandbox_metadata: { exit_code: 1, duration_seconds: 1, stderr_tail: errorOutput },
    });
  }

  /** Finished by both validators; returns the run of `idle`. */
  async finishBoth(agentVersionId: string, seen: Sighting): Promise<string> {
    await this.finish('holder', await this.claim('holder', agentVersionId), seen);
    const runId = await this.claim('idle', agentVersionId);
    await this.finish('idle', runId, seen);
    return runId;
  }
}
