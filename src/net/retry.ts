import { setTimeout as timer } from 'node:timers/promises';
import { type Backoff, backoffDelay } from './backoff.ts';

/** Waits; rejects with the signal's reason when it is aborted meanwhile. */
type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** How one attempt ended. */
type Outcome<T> = { readonly value: T } | { readonly error: unknown };

export interface RetryOptions<T> {
  /** At most this many attempts, the first included; without a number, as many as the time allows. */
  readonly attempts?: number | undefined;
  /** No further attempt begins later than this after the first began. */
  readonly withinMilliseconds?: number | undefined;
  readonly backoff: Backoff;
  /** Which errors are retried; by default none. The others are thrown at once. */
  readonly isRetryable?: ((error: unknown) => boolean) | undefined;
  /** Which results are retried, such as an HTTP 503; by default none. */
  readonly isRetryableValue?: ((value: T) => boolean) | undefined;
  /** The delay that the other side asked for, in milliseconds (see `retryAfterMilliseconds`); it replaces the backoff. */
  readonly requestedDelay?: ((outcome: Outcome<T>) => number | null | undefined) | undefined;
  /** When the other side asks for a longer delay than this, there is no further attempt. */
  readonly longestRequestedDelay?: number | undefined;
  /** Called before each wait. */
  readonly onRetry?: ((outcome: Outcome<T>, delayMilliseconds: number) => void) | undefined;
  /** In place of a further attempt, `retry` rejects with its reason, at once. The work itself has to watch it too. */
  readonly signal?: AbortSignal | undefined;
  /** For the jitter of the backoff. */
  readonly random?: (() => number) | undefined;
  readonly sleep?: Sleep | undefined;
  /** A monotonic clock in milliseconds. */
  readonly now?: (() => number) | undefined;
}

/**
 * Does some work again, with growing delays, until it succeeds or may not be retried. Then the last result is returned
 * or the last error thrown, exactly as the work gave it.
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

/** Nothing when this was the last attempt. */
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
