import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatBody } from '../../inference/inference.ts';
import { retryAfter, retryDelay } from '../../inference/retry-delay.ts';
import type { Endpoint } from './endpoint.ts';
import { keyRefused, modelUnknown } from './endpoint-faults.ts';
import { exchange, type HttpExchange } from './exchange.ts';
import { judgeStatus } from './judge-status.ts';
import type { ProviderFailure, Reply } from './provider-failure.ts';

export interface HttpEndpointOptions {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly timeoutMilliseconds?: number;
  readonly attempts?: number;
  readonly firstDelayMilliseconds?: number;
  readonly longestDelayMilliseconds?: number;
}

const DEFAULTS = {
  timeoutMilliseconds: 300_000,
  attempts: 4,
  firstDelayMilliseconds: 500,
  longestDelayMilliseconds: 20_000,
};

interface Failed {
  readonly failure: ProviderFailure;
  readonly detail: string;
  readonly passing: boolean;
  readonly askedDelay: number | null;
}

/** Any endpoint that speaks OpenAI's chat completions, streamed where the body asks for it. */
export class HttpEndpoint implements Endpoint {
  readonly #options: typeof DEFAULTS & HttpEndpointOptions;

  constructor(options: HttpEndpointOptions) {
    this.#options = { ...DEFAULTS, ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') };
  }

  async ask(body: ChatBody, signal?: AbortSignal): Promise<Reply> {
    const { attempts } = this.#options;
    for (let tries = 1; ; tries++) {
      const outcome = await this.#try(body, tries - 1, signal);
      if ('kind' in outcome) return outcome;
      const delay = outcome.passing && tries < attempts ? retryDelay(tries, this.#options, outcome.askedDelay) : null;
      if (delay === null) {
        const { failure, detail } = outcome;
        return { kind: 'failure', failure, detail, retries: tries - 1 };
      }
      await sleep(delay, undefined, signal && { signal });
    }
  }

  async #try(body: ChatBody, retries: number, signal: AbortSignal | undefined): Promise<Reply | Failed> {
    const { baseUrl, apiKey, timeoutMilliseconds } = this.#options;
    const request = { url: `${baseUrl}/chat/completions`, body, apiKey, timeoutMilliseconds, signal };
    const answered: HttpExchange = await exchange(request);
    if ('failure' in answered) return { ...answered, passing: answered.failure === 'unreachable', askedDelay: null };
    if ('completion' in answered) return { kind: 'completion', completion: answered.completion, retries };
    const meaning = judgeStatus(answered.status, answered.body);
    switch (meaning.kind) {
      case 'key refused':
        throw keyRefused(baseUrl, answered.status, apiKey !== undefined);
      case 'model unknown':
        throw modelUnknown(baseUrl, body.model, answered.body);
      case 'context full':
        return { kind: 'context full' };
      case 'failure': {
        const detail = `it answered ${answered.status}: ${answered.body.slice(0, 200)}`;
        const askedDelay = retryAfter(answered.retryAfter, new Date());
        return { failure: meaning.failure, detail, passing: meaning.passing, askedDelay };
      }
    }
  }
}
