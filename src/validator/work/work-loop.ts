import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimedRun } from '../arena/arena-api.ts';
import { pauseAfter, spread } from '../arena/backoff.ts';
import { retryUntilAnswered } from '../arena/retry-until-answered.ts';
import { diskSpace } from '../disk-space.ts';
import { failureFields } from '../log.ts';
import { failureOf } from '../run/failure-of.ts';
import { performRun, type RunOutcome } from '../run/perform-run.ts';
import { failedEnding } from '../run/run-ending.ts';
import { RunJournal } from '../run/run-journal.ts';
import type { RunParts } from '../run/run-parts.ts';
import type { ValidatorState } from '../validator-options.ts';
import { askForWork, type WorkAnswer } from './ask-for-work.ts';

export interface WorkSignals {
  /** No new run is begun. */
  readonly draining: AbortSignal;
  /** The current run ends as failed, with this reason. */
  readonly stop: AbortSignal;
  /** Stop without waiting. */
  readonly leave: AbortSignal;
}

const GIVEN_UP_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Performs one run after the other, beginning with those that a crash left. */
export class WorkLoop {
  readonly #parts: RunParts;
  readonly #journals: string;
  readonly #signals: WorkSignals;
  readonly counts = { scored: 0, failed: 0, dropped: 0 };
  state: ValidatorState = 'idle';
  run: RunJournal | undefined;
  heardAt: number | null = null;
  /** The same on the monotonic clock; before the first answer, the start time. */
  #heardMonotonic = performance.now();
  /** Consecutive runs that failed by no fault of the agent, or could not be delivered. */
  #failures = 0;
  /** Consecutive requests for work without a useful answer. */
  #silences = 0;

  constructor(parts: RunParts, journals: string, signals: WorkSignals) {
    this.#parts = parts;
    this.#journals = journals;
    this.#signals = signals;
  }

  /** Time since the arena last answered a request for work. */
  get silentMilliseconds(): number {
    return performance.now() - this.#heardMonotonic;
  }

  async live(once: boolean): Promise<void> {
    const { api, hotkey, report, metrics, settings } = this.#parts;
    await this.#resume();
    while (!this.#signals.draining.aborted) {
      if (!this.#hasSpace()) {
        await this.#pause(settings.spaceCheck, 'no space');
        continue;
      }
      const answer = await askForWork(api, hotkey.address, report());
      metrics.claims.inc({ answer: answer.kind });
      if (once && answer.kind === 'nothing') return;
      if (once && 'error' in answer) {
        const isFinal = answer.kind === 'banned' || answer.kind === 'unstaked';
        if (isFinal || this.#silences + 1 >= settings.delivery.tries) throw answer.error;
      }
      await this.#react(answer);
    }
  }

  /** Runs that were under way, or not yet reported, when this process last stopped. */
  async #resume(): Promise<void> {
    const { log } = this.#parts;
    const { journals, unreadable } = RunJournal.openAll(this.#journals);
    for (const path of unreadable)
      log.error('A journal cannot be read; its run is left to other validators.', { path });
    for (const journal of journals) {
      const givenUp = journal.all('given up').at(-1);
      if (givenUp !== undefined && Date.now() - givenUp.at > GIVEN_UP_MILLISECONDS) journal.remove();
      if (givenUp !== undefined || this.#signals.draining.aborted) continue;
      log.info('A run was active when the validator was last stopped.', { run_id: journal.runId });
      await this.#perform(journal);
    }
  }

  async #react(answer: WorkAnswer): Promise<void> {
    const { settings, log } = this.#parts;
    const silent = answer.kind === 'unreachable' || answer.kind === 'refused';
    this.#silences = silent ? this.#silences + 1 : 0;
    if (!silent) {
      this.heardAt = Date.now();
      this.#heardMonotonic = performance.now();
    }
    switch (answer.kind) {
      case 'work':
        return await this.#begin(answer.claim);
      case 'nothing':
        return await this.#pause(spread(settings.poll), 'idle');
      case 'held':
        return await this.#carryOn(answer.runId);
      case 'banned':
        log.error('The arena has banned this validator; it is asked again later.', failureFields(answer.error));
        return await this.#pause(settings.banned, 'banned');
      case 'unstaked':
        log.error(`${answer.error.message} ${answer.error.remedy}`);
        return await this.#pause(spread(settings.poll), 'unstaked');
      case 'refused':
      case 'unreachable': {
        const pause = pauseAfter(this.#silences, settings.delivery);
        log.warn('Claiming work failed; it is retried.', { ...failureFields(answer.error), pause_ms: pause });
        return await this.#pause(pause, 'resting');
      }
    }
  }

  async #begin(claim: ClaimedRun): Promise<void> {
    const { log, api, settings } = this.#parts;
    const about = { run_id: claim.eval_run_id, agent_version_id: claim.agent_version_id };
    log.info(`A run was claimed (${claim.phase}).`, about);
    let journal: RunJournal;
    try {
      journal = RunJournal.begin(this.#journals, claim);
    } catch (error) {
      log.error('The run cannot be started; it is released.', { ...about, ...failureFields(error) });
      const ending = failedEnding(failureOf(error));
      const retryOptions = { backoff: settings.delivery, signal: this.#signals.leave };
      await retryUntilAnswered(() => api.complete(claim.eval_run_id, ending), retryOptions).catch((refusal) =>
        log.error('The run could not be released.', { ...about, ...failureFields(refusal) }),
      );
      return await this.#account({ kind: 'failed', owner: 'validator' });
    }
    await this.#perform(journal);
  }

  /**
   * After a crash there is a journal. If the response to a claim was lost there is none, and the run is requested
   * again.
   */
  async #carryOn(runId: string): Promise<void> {
    const { log, settings, api } = this.#parts;
    const journal = RunJournal.openAll(this.#journals).journals.find((each) => each.runId === runId);
    if (journal !== undefined) return await this.#perform(journal);
    log.warn('According to the arena this validator holds a run that is not in its journal; requesting it.', {
      run_id: runId,
    });
    let claim: ClaimedRun;
    try {
      claim = await api.resume(runId);
    } catch (error) {
      log.warn('The run cannot be resumed; it is released when its lease expires.', {
        run_id: runId,
        ...failureFields(error),
      });
      return await this.#pause(spread(settings.poll), 'idle');
    }
    await this.#begin(claim);
  }

  async #perform(journal: RunJournal): Promise<void> {
    this.run = journal;
    this.state = 'running';
    try {
      await this.#account(await performRun(journal, this.#signals, this.#parts));
    } finally {
      this.run = undefined;
    }
  }

  /** Backs off after such failures, so that a broken machine does not fail one run after the other. */
  async #account(outcome: RunOutcome): Promise<void> {
    this.run = undefined;
    this.state = 'idle';
    if (outcome.kind === 'scored') this.counts.scored++;
    if (outcome.kind === 'failed') this.counts.failed++;
    if (outcome.kind === 'dropped') this.counts.dropped++;
    const ours = outcome.kind === 'undelivered' || (outcome.kind === 'failed' && outcome.owner !== 'agent');
    this.#failures = ours ? this.#failures + 1 : 0;
    if (ours) await this.#pause(pauseAfter(this.#failures, this.#parts.settings.recovery), 'resting');
  }

  #hasSpace(): boolean {
    const { store, settings, log } = this.#parts;
    const { freeBytes } = diskSpace(store.folder);
    if (freeBytes >= settings.minimumFreeBytes) return true;
    if (this.state !== 'no space') {
      log.error('Too little disk space; no runs are claimed until there is more.', {
        free_bytes: freeBytes,
        needed_bytes: settings.minimumFreeBytes,
      });
    }
    return false;
  }

  async #pause(milliseconds: number, state: ValidatorState): Promise<void> {
    this.state = state;
    await sleep(milliseconds, undefined, { signal: this.#signals.draining }).catch(() => {});
  }
}
