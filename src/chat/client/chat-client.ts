import { ConcurrencyLimit } from '../../net/concurrency-limit.ts';
import { retry } from '../../net/retry.ts';
import { MAX_RESPONSE_BYTES } from '../parse-response.ts';
import { type Exchange, exchange, type WholeResponse } from './exchange.ts';
import { judgeStatus } from './judge-status.ts';

export interface ChatClientOptions {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** For one attempt; an attempt that takes longer is not repeated. */
  readonly timeoutMilliseconds?: number;
  readonly attempts?: number;
  readonly firstDelayMilliseconds?: number;
  /** A provider that asks for a longer delay gets no second request. */
  readonly longestDelayMilliseconds?: number;
  /** Requests under way at the same time, over all users of this client. */
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
  /** JSON text; without one it is a GET. */
  readonly body?: string;
  /** In place of the client's own key. */
  readonly apiKey?: string | undefined;
  readonly readsStreams?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's own number. */
  readonly attempts?: number | undefined;
}

/** What came of a request and its retries. */
export interface Sent {
  readonly last: Exchange;
  /** The last response of any attempt, where the last attempt brought none. */
  readonly answered: WholeResponse | undefined;
  readonly retries: number;
}

/**
 * HTTP client for servers with OpenAI's chat-completions API. Retries overload and outages with backoff, or after the
 * delay of `Retry-After`; bounds every response in time and size; follows no redirect; removes the key from what it
 * returns.
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

/** Whether another attempt may succeed. A request that timed out was expensive once already. */
function isTransient(outcome: Exchange): boolean {
  if (outcome.kind === 'failure') return outcome.failure === 'unreachable' || outcome.failure === 'broken off';
  if (outcome.kind === 'streamed') return false;
  const meaning = judgeStatus(outcome.status, outcome.body);
  return meaning.kind === 'failure' && meaning.isTransient;
}

function requestedDelay(outcome: Exchange): number | null {
  return outcome.kind === 'whole' ? outcome.retryAfter : null;
}
