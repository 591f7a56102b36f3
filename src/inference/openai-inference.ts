import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import { parseJson } from '../store/parse-json.ts';
import { CollectedBytes } from './collected-bytes.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import type { ChatAnswer, ChatBody, ChatOptions, Inference } from './inference.ts';
import { readUsage } from './read-usage.ts';
import { type RetryPolicy, retryAfter, retryDelay } from './retry-delay.ts';

export interface OpenAiInferenceOptions extends Partial<RetryPolicy> {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** For one try; a try that takes longer is not repeated. */
  readonly timeoutMilliseconds?: number;
  readonly attempts?: number;
  /** Calls under way at the same time, over everyone who uses this endpoint. */
  readonly concurrency?: number;
  readonly maxAnswerBytes?: number;
}

const DEFAULTS = {
  timeoutMilliseconds: 120_000,
  attempts: 4,
  firstDelayMilliseconds: 500,
  longestDelayMilliseconds: 20_000,
  concurrency: 64,
  // No chat completion is this long; more is a broken or hostile server.
  maxAnswerBytes: 4 * 1024 * 1024,
};

/** A shorter key would be blotted out of ordinary words. */
const SHORTEST_SECRET = 8;

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

interface Exchange {
  readonly status: number;
  readonly body: string;
  readonly retryAfterMilliseconds: number | null;
}

/** Why a try brought no answer, and whether another may. */
interface Silence {
  readonly reason: string;
  readonly passing: boolean;
}

interface ProviderRequest {
  readonly path: string;
  readonly body?: string;
  readonly apiKey: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Any endpoint that speaks OpenAI's chat completions. Overload and outages are tried again with growing pauses. */
export class OpenAiInference implements Inference {
  readonly #options: Required<Omit<OpenAiInferenceOptions, 'apiKey'>> & Pick<OpenAiInferenceOptions, 'apiKey'>;
  readonly #limit: ConcurrencyLimit;

  constructor(options: OpenAiInferenceOptions) {
    this.#options = { ...DEFAULTS, ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') };
    this.#limit = new ConcurrencyLimit(this.#options.concurrency);
  }

  async chat(body: ChatBody, options: ChatOptions = {}): Promise<ChatAnswer> {
    const { status, body: answer } = await this.#ask({
      path: '/chat/completions',
      body: JSON.stringify(body),
      apiKey: options.apiKey ?? this.#options.apiKey,
      signal: options.signal,
    });
    return { status, body: answer, usage: readUsage(answer) };
  }

  async models(): Promise<readonly string[]> {
    const answer = await this.#ask({ path: '/models', apiKey: this.#options.apiKey, signal: undefined });
    const json = parseJson(answer.body);
    const parsed = modelsSchema.safeParse(json.ok ? json.value : undefined);
    if (answer.status === 200 && parsed.success) return parsed.data.data.map(({ id }) => id);
    throw this.#failure(`it answered ${answer.status} and no list of models: ${answer.body.slice(0, 200)}`);
  }

  /** What the provider said last, if it said anything in any of the tries. */
  async #ask(request: ProviderRequest): Promise<Exchange> {
    let said: Exchange | undefined;
    for (let tries = 1; ; tries++) {
      const outcome = await this.#try(request);
      if ('status' in outcome) said = outcome;
      const asked = 'status' in outcome ? outcome.retryAfterMilliseconds : null;
      const passing = 'status' in outcome ? mayPass(outcome.status) : outcome.passing;
      const delay = passing && tries < this.#options.attempts ? retryDelay(tries, this.#options, asked) : null;
      if (delay === null || !(await pause(delay, request.signal))) {
        if (said !== undefined && !request.signal?.aborted) return said;
        throw this.#failure('reason' in outcome ? outcome.reason : 'the call was given up');
      }
    }
  }

  async #try(request: ProviderRequest): Promise<Exchange | Silence> {
    try {
      return await this.#limit.run(() => this.#exchange(request), request.signal);
    } catch (error) {
      if (request.signal?.aborted) return { reason: 'the call was given up', passing: false };
      if (error instanceof UnusableAnswer) return { reason: error.message, passing: false };
      if (error instanceof DOMException && error.name === 'TimeoutError') {
        return { reason: `no answer within ${this.#options.timeoutMilliseconds} ms`, passing: false };
      }
      return { reason: deepestMessage(error), passing: true };
    }
  }

  async #exchange(request: ProviderRequest): Promise<Exchange> {
    const { baseUrl, timeoutMilliseconds, maxAnswerBytes } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(`${baseUrl}${request.path}`, {
      method: request.body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...(request.apiKey && { authorization: `Bearer ${request.apiKey}` }),
      },
      ...(request.body !== undefined && { body: request.body }),
      // A redirect would carry the conversation, and in some clients the key, to somebody else.
      redirect: 'manual',
      signal: request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]),
    });
    const body = withoutKey(await readBounded(response, maxAnswerBytes), request.apiKey);
    const retryAfterMilliseconds = retryAfter(response.headers.get('retry-after'), new Date());
    return { status: response.status, body, retryAfterMilliseconds };
  }

  #failure(reason: string): Fault {
    return new Fault('INFERENCE_FAILED', {
      message: `The model endpoint ${this.#options.baseUrl} did not help: ${reason}`,
      remedy: 'Check the address, the key and the model name.',
    });
  }
}

class UnusableAnswer extends Error {}

function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** False when the call was given up in the meantime. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await sleep(milliseconds, undefined, signal && { signal });
    return true;
  } catch {
    return false;
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const collected = new CollectedBytes();
  for await (const piece of response.body ?? []) {
    collected.add(piece);
    if (collected.length > maxBytes) throw new UnusableAnswer(`its answer is longer than ${maxBytes} bytes`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(collected.bytes());
  } catch {
    throw new UnusableAnswer('its answer is not UTF-8');
  }
}

/** Some providers repeat the key in their complaints, and answers are recorded and shown. */
function withoutKey(body: string, apiKey: string | undefined): string {
  if (apiKey === undefined || apiKey.length < SHORTEST_SECRET) return body;
  return body.replaceAll(apiKey, '[key removed]');
}

function deepestMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
