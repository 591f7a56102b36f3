import type { RunCompletion } from '../../arena/wire.ts';
import { Fault } from '../../fault/fault.ts';
import { isRunOver, isTransient, retryUntilAnswered } from '../arena/retry-until-answered.ts';
import { failureFields } from '../log.ts';
import { evaluateRun } from './evaluate-run.ts';
import { failureOf, type RunFailure } from './failure-of.ts';
import { Lease } from './lease.ts';
import { failedEnding } from './run-ending.ts';
import type { RunJournal } from './run-journal.ts';
import type { RunParts } from './run-parts.ts';

export type RunOutcome =
  | { readonly kind: 'scored'; readonly score: number }
  | { readonly kind: 'failed'; readonly owner: RunFailure['owner'] }
  /** The validator no longer holds the run, or never did. */
  | { readonly kind: 'dropped' }
  /** The result could not be delivered to the arena; it is on disk. */
  | { readonly kind: 'undelivered' };

export interface RunSignals {
  /** Fires with the reason when a running run must end as failed. */
  readonly stop: AbortSignal;
  /** Fires when waiting must end. */
  readonly leave: AbortSignal;
}

/** Performs one run from its claim, or from where it was interrupted, until its result is delivered to the arena. */
export async function performRun(journal: RunJournal, signals: RunSignals, base: RunParts): Promise<RunOutcome> {
  const { runId, claim } = journal;
  const log = base.log.with({ run_id: runId, agent_version_id: claim.agent_version_id });
  const parts = { ...base, log };
  const { api, report, metrics, settings } = parts;
  const heartbeatMilliseconds = claim.heartbeat_seconds * 1_000;
  const { delivery } = settings;
  const lease = new Lease({ api, runId, heartbeatMilliseconds, report, delivery, log, metrics });
  const done = new AbortController();
  try {
    await lease.open(signals.leave);
    const before = journal.ending;
    const decided = before ?? (await decide(journal, lease, AbortSignal.any([signals.stop, done.signal]), parts));
    if (decided === undefined) return drop(journal, lease.lost.reason, parts);
    return await deliver(journal, { completion: decided, sentBefore: before !== undefined }, signals.leave, parts);
  } catch (error) {
    if (isRunOver(error)) return drop(journal, error, parts);
    log.error('A run could not be reported to the arena; it is retried later.', failureFields(error));
    if (!signals.leave.aborted) giveUp(journal, parts);
    return { kind: 'undelivered' };
  } finally {
    lease.close();
    done.abort();
  }
}

/** How the run ends; `undefined` when its lease was lost. Written to disk before it is sent. */
async function decide(
  journal: RunJournal,
  lease: Lease,
  stop: AbortSignal,
  parts: RunParts,
): Promise<RunCompletion | undefined> {
  const signal = AbortSignal.any([lease.lost, stop]);
  let completion: RunCompletion;
  try {
    completion = await evaluateRun({ journal, signal, onRunOver: (reason) => lease.lose(reason) }, parts);
  } catch (thrown) {
    // Failures after the abort are its consequence; the abort is the reason.
    const error = signal.aborted ? signal.reason : thrown;
    if (isRunOver(error)) lease.lose(error);
    if (lease.lost.aborted) return undefined;
    const failure = failureOf(error);
    parts.log.error(`The run ends without a score (${failure.owner}).`, failureFields(error));
    completion = failedEnding(failure);
  }
  if (lease.lost.aborted) return undefined;
  try {
    journal.add({ what: 'ending', completion });
  } catch (error) {
    parts.log.warn('The result of the run could not be written to disk.', failureFields(error));
  }
  return completion;
}

interface Decided {
  readonly completion: RunCompletion;
  /** It may have arrived even though the response was lost. */
  readonly sentBefore: boolean;
}

async function deliver(
  journal: RunJournal,
  { completion, sentBefore }: Decided,
  leave: AbortSignal,
  parts: RunParts,
): Promise<RunOutcome> {
  const { api, settings, log, metrics } = parts;
  let sent = sentBefore;
  const send = (ending: RunCompletion) =>
    retryUntilAnswered(() => api.complete(journal.runId, ending), {
      backoff: settings.delivery,
      signal: leave,
      onPause: (error, pause_ms) => {
        sent = true;
        metrics.deliveryPauses.inc({ what: 'completion' });
        log.warn('The result of the run could not be sent; it is retried.', { ...failureFields(error), pause_ms });
      },
    });
  try {
    await send(completion);
    return ended(journal, completion, parts);
  } catch (error) {
    const arrived = sent && Fault.isInstance(error) && error.code === 'RUN_ALREADY_COMPLETE';
    if (arrived) return ended(journal, completion, parts);
    if (!Fault.isInstance(error) || isTransient(error) || isRunOver(error)) throw error;
    if (completion.terminal_status !== 'SUCCESS') throw error;
    // The arena rejects this result, whichever side is wrong. End the run as failed, so that the agent need not wait
    // until that is clear.
    log.error('The arena rejected the result.', failureFields(error));
    const instead = failedEnding(failureOf(error));
    await send(instead);
    return ended(journal, instead, parts);
  }
}

function ended(journal: RunJournal, completion: RunCompletion, { log, metrics }: RunParts): RunOutcome {
  const { terminal_status: status, validator_score: score, failure_owner, failure_reason } = completion;
  const owner = failure_owner ?? 'validator';
  journal.remove();
  metrics.runs.inc({ status, owner: status === 'SUCCESS' ? 'none' : owner });
  if (status === 'SUCCESS') {
    log.info('The run is complete.', { score: score! });
    return { kind: 'scored', score: score! };
  }
  log.warn('The run was completed without a score.', { owner, reason: failure_reason });
  return { kind: 'failed', owner };
}

function drop(journal: RunJournal, reason: unknown, { log, metrics }: RunParts): RunOutcome {
  log.warn('This validator no longer holds the run; it was dropped.', failureFields(reason));
  metrics.runs.inc({ status: 'DROPPED', owner: 'none' });
  journal.remove();
  return { kind: 'dropped' };
}

/**
 * The run is not resumed unless the arena asks for it: a request that the arena cannot answer now may never succeed.
 */
function giveUp(journal: RunJournal, { log }: RunParts): void {
  try {
    journal.add({ what: 'given up', at: Date.now() });
  } catch (error) {
    log.warn('The end of a dropped run could not be written to the journal.', failureFields(error));
  }
}
