import { Fault } from '../../fault/fault.ts';
import type { FaultCode } from '../../fault/fault-table.ts';
import { retry } from '../../net/retry.ts';
import { type Backoff, jittered } from './backoff.ts';

export interface RetryUntilAnsweredOptions {
  readonly backoff: Backoff;
  /** Ends the wait when aborted. */
  readonly signal?: AbortSignal | undefined;
  readonly onPause?: ((error: unknown, milliseconds: number) => void) | undefined;
}

/** Retries, up to `backoff.tries` times, until the arena answers: with success or with a rejection. */
export async function retryUntilAnswered<T>(
  work: () => Promise<T>,
  { backoff, signal, onPause }: RetryUntilAnsweredOptions,
): Promise<T> {
  /** The latest transient error, set while waiting. */
  let unanswered: unknown;
  const attempt = async (): Promise<T> => {
    unanswered = undefined;
    return await work();
  };
  try {
    return await retry(attempt, {
      attempts: backoff.tries,
      backoff: jittered(backoff),
      isRetryable: (error) => isTransient(error) && !signal?.aborted,
      requestedDelay: (outcome) => ('error' in outcome ? askedPause(outcome.error) : undefined),
      onRetry: (outcome, milliseconds) => {
        unanswered = 'error' in outcome ? outcome.error : undefined;
        onPause?.(unanswered, milliseconds);
      },
      signal,
    });
  } catch (error) {
    // When aborted, callers need the reason why there was no answer, not the abort.
    throw unanswered ?? error;
  }
}

const PASSING: ReadonlySet<FaultCode> = new Set([
  'ARENA_UNREACHABLE',
  'ARENA_BUSY',
  'RATE_LIMIT_EXCEEDED',
  'STORAGE_UNAVAILABLE',
]);

/** No answer, or an answer that does not concern the request itself. */
export function isTransient(error: unknown): boolean {
  return Fault.isInstance(error) && PASSING.has(error.code);
}

const OVER: ReadonlySet<FaultCode> = new Set([
  'RUN_ALREADY_COMPLETE',
  'NOT_RUN_OWNER',
  'EVAL_RUN_NOT_FOUND',
  'LEASE_EXPIRED',
]);

/** Whether the arena no longer accepts anything about a run. A banned validator loses the runs it holds. */
export function isRunOver(error: unknown): error is Fault {
  return Fault.isInstance(error) && (OVER.has(error.code) || isBan(error));
}

export function isBan(error: unknown): boolean {
  if (!Fault.isInstance(error)) return false;
  return error.code === 'VALIDATOR_EXCLUDED' || (error.extra.status === 403 && /banned/i.test(error.message));
}

/** The delay that the arena requested, in milliseconds. */
function askedPause(error: unknown): number | undefined {
  const seconds = Fault.isInstance(error) ? error.extra.remaining_seconds : undefined;
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : undefined;
}
