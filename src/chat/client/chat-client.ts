import { ConcurrencyLimit } from '../../net/concurrency-limit.ts';
import { retry } from '../../net/retry.ts';
import { MAX_RESPONSE_BYTES } from '../parse-response.ts';
import { type Exchange, exchange, type WholeResponse } from './exchange.ts';
import { judgeStatus } from './judge-status.ts';

export interface ChatClientOptions {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** Timeout of one attempt. An attempt that timed out is not retried. */
  readonly timeoutMilliseconds?: number;
  readonly attempts?: number;
  readonly firstDelayMilliseconds?: number;
  /** If a provider asks for a longer delay, the request is not retried. */
  readonly longestDelayMilliseconds?: number;
  /** Concurrent requests over all users of this client. */
  readonly concurrency?: number;
  readonly maxAnswerBytes?: number;
}

const DEFAULTS = {
  timeoutMilliseconds: 120_000,
  attempts: 4,
  firstDelayMilliseconds: 500,
  longestDelayMilliseconds: 20_000,
  concurrency: Number.POSITIVE_INFINITY,
  maxAnswerBytes: MAX_RESPONSE_BYTES,
};

export interface ClientRequest {
  readonly path: '/chat/completions' | '/embeddings' | '/models';
  /** JSON text; without it the request is a GET. */
  readonly body?: string;
  /** Overrides the client's key. */
  readonly apiKey?: string | undefined;
  readonly readsStreams?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Overrides the client's number of attempts. */
  readonly attempts?: number | undefined;
}

/** Result of a request and its retries. */
export interface Sent {
  readonly last: Exchange;
  /** The last response of any attempt, if the last attempt got none. */
  readonly answered: WholeResponse | undefined;
  readonly retries: number;
}

/**
 * HTTP client for servers with OpenAI's chat-completions API. Retries overload and outages with backoff, or after the
 * delay in `Retry-After`. Limits the time and size of every response, follows no redirects, and removes the key from
 * everything it returns.
 */
export class ChatClient {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly #options: typeof DEFAULTS;
  readonly #limit: ConcurrencyLimit;

  constructor({ baseUrl, apiKey, ...options }: ChatClientOptions) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.apiKey = apiKey;
    this.#options = { ...DEFAULTS, ...options };
    this.#limit = new ConcurrencyLimit(this.#options.concurrency);
  }

  /** Throws only when `signal` is aborted. */
  async send({
    path,
    body,
    apiKey = this.apiKey,
    readsStreams = false,
    signal,
    ...rest
  }: ClientRequest): Promise<Sent> {
    const { timeoutMilliseconds, maxAnswerBytes } = this.#options;
    const attempts = rest.attempts ?? this.#options.attempts;
    const request = {
      url: `${this.baseUrl}${path}`,
      body,
      apiKey,
      timeoutMilliseconds,
      maxBytes: maxAnswerBytes,
      readsStreams,
      signal,
    };
    let answered: WholeResponse | undefined;
    let retries = 0;
    const last = await retry(
      async () => {
        const outcome = await this.#limit.run(() => exchange(request), signal);
        if (outcome.kind === 'whole') answered = outcome;
        return outcome;
      },
      {
        attempts,
        backoff: {
          first: this.#options.firstDelayMilliseconds,
          longest: this.#options.longestDelayMilliseconds,
          jitter: [0.5, 1],
        },
        isRetryableValue: isTransient,
        requestedDelay: (outcome) => ('value' in outcome ? requestedDelay(outcome.value) : null),
        longestRequestedDelay: this.#options.longestDelayMilliseconds,
        onRetry: () => retries++,
        signal,
      },
    );
    return { last, answered, retries };
  }
}

/** Whether another attempt may succeed. Timeouts are not retried, because they were expensive already. */
function isTransient(outcome: Exchange): boolean {
  if (outcome.kind === 'failure') return outcome.failure === 'unreachable' || outcome.failure === 'broken off';
  if (outcome.kind === 'streamed') return false;
  const meaning = judgeStatus(outcome.status, outcome.body);
  return meaning.kind === 'failure' && meaning.isTransient;
}

function requestedDelay(outcome: Exchange): number | null {
  return outcome.kind === 'whole' ? outcome.retryAfter : null;
}
