import { setTimeout as timer } from 'node:timers/promises';
import { type Backoff, backoffDelay } from './backoff.ts';

/** Rejects with the signal's reason if the signal is aborted during the wait. */
type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

export interface RetryOptions<T> {
  /** Maximum number of attempts, including the first; without it, only time limits them. */
  readonly attempts?: number | undefined;
  /** No attempt starts later than this after the start of the first. */
  readonly withinMilliseconds?: number | undefined;
  readonly backoff: Backoff;
  /** Which errors are retried; by default none. Other errors are thrown immediately. */
  readonly isRetryable?: ((error: unknown) => boolean) | undefined;
  /** Which results are retried, such as an HTTP 503; by default none. */
  readonly isRetryableValue?: ((value: T) => boolean) | undefined;
  /** The delay requested by the other side, in milliseconds (see `retryAfterMilliseconds`); it replaces the backoff. */
  readonly requestedDelay?: ((outcome: Outcome<T>) => number | null | undefined) | undefined;
  /** If the other side requests a longer delay than this, there are no more attempts. */
  readonly longestRequestedDelay?: number | undefined;
  /** Called before each wait. */
  readonly onRetry?: ((outcome: Outcome<T>, delayMilliseconds: number) => void) | undefined;
  /**
   * When it is aborted, `retry` rejects with its reason instead of starting another attempt. `work` has to watch it
   * too.
   */
  readonly signal?: AbortSignal | undefined;
  /** For the jitter of the backoff. */
  readonly random?: (() => number) | undefined;
  readonly sleep?: Sleep | undefined;
  /** A monotonic clock in milliseconds. */
  readonly now?: (() => number) | undefined;
}

/**
 * Repeats `work` with growing delays until it succeeds or may not be retried. Then returns the last result or throws
 * the last error, unchanged.
 *
 * @example await retry(() => load(url), { attempts: 4, backoff: { first: 500 }, isRetryable: isUnreachable, signal });
 */
export async function retry<T>(work: (attempt: number) => T | Promise<T>, options: RetryOptions<T>): Promise<T> {
  const { onRetry, signal, sleep = sleepFor, now = () => performance.now() } = options;
  const started = now();
  for (let attempt = 1; ; attempt++) {
    const outcome = await outcomeOf(work, attempt);
    const delay = delayAfter(outcome, attempt, now() - started, options);
    if (delay === undefined) {
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    }
    signal?.throwIfAborted();
    onRetry?.(outcome, delay);
    await sleep(delay, signal);
  }
}

export async function sleepFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await timer(milliseconds, undefined, signal && { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

async function outcomeOf<T>(work: (attempt: number) => T | Promise<T>, attempt: number): Promise<Outcome<T>> {
  try {
    return { value: await work(attempt) };
  } catch (error) {
    return { error };
  }
}

/** `undefined` if this was the last attempt. */
function delayAfter<T>(
  outcome: Outcome<T>,
  attempt: number,
  elapsed: number,
  options: RetryOptions<T>,
): number | undefined {
  const { attempts = Number.POSITIVE_INFINITY, withinMilliseconds = Number.POSITIVE_INFINITY } = options;
  if (attempt >= attempts || !mayRetry(outcome, options)) return undefined;
  const requested = options.requestedDelay?.(outcome);
  if (requested != null && requested > (options.longestRequestedDelay ?? Number.POSITIVE_INFINITY)) return undefined;
  const delay = requested ?? backoffDelay(attempt, options.backoff, options.random);
  return elapsed + delay > withinMilliseconds ? undefined : delay;
}

function mayRetry<T>(outcome: Outcome<T>, { isRetryable, isRetryableValue }: RetryOptions<T>): boolean {
  return 'error' in outcome ? isRetryable?.(outcome.error) === true : isRetryableValue?.(outcome.value) === true;
}
