import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import type { FaultCode } from '../fault/fault-table.ts';
import type { Hotkey } from '../identity/hotkey.ts';
import { requestTarget, signRequest } from '../identity/request.ts';
import { parseJson } from '../json/parse-json.ts';
import { readBody } from '../net/read-body.ts';
import { type RetryOptions, retry } from '../net/retry.ts';
import { refusalOf } from './answer/refusal-of.ts';

export interface ArenaClientOptions {
  /** For example `http://127.0.0.1:8788`. */
  readonly url: string;
  /** Signs the requests; without it, only public routes can be used. */
  readonly hotkey?: Hotkey | undefined;
  /** The arena's name in signatures; requested from the arena if left out. */
  readonly arena?: string | undefined;
  readonly timeoutMilliseconds?: number;
  /** How often a request is sent again that did not arrive or that the arena could not answer. */
  readonly retries?: number;
  /**
   * Called before a request that the arena refused because of its rate limit is sent again, after the delay that the
   * arena asked for. Without it such a refusal is thrown, for callers with retries of their own.
   */
  readonly onRateLimited?: ((refusal: Fault, delayMilliseconds: number) => void) | undefined;
  /** Called for each request sent, answered or not. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** One request, as shown in a log. The arena logs it under the same id. */
export interface Exchange {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** `undefined` if there was no response. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

export interface ArenaRequest<Answer extends z.ZodType> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Includes the query, percent-encoded. */
  readonly path: string;
  /** JSON, or a form. */
  readonly body?: unknown;
  readonly answer: Answer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signed?: boolean;
  /** Whether the request can safely be sent twice; by default true for GET only. */
  readonly repeatable?: boolean;
  readonly signal?: AbortSignal;
}

export interface ArenaDownload {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_TIMEOUT = 30_000;
const MOST_ANSWER_BYTES = 64 * 1024 ** 2;
const FIRST_PAUSE = 500;
/** Rate limits count by the minute; longer delays, such as those of an hour between names, are not waited for. */
const LONGEST_REQUESTED_DELAY = 90_000;

type SentRequest = Omit<RequestInit, 'headers'> & { readonly method: string; readonly headers: Record<string, string> };

/**
 * Client of an arena: signs (version 2, which covers method, path and body), parses, and turns error responses into
 * faults.
 */
export class ArenaClient {
  readonly url: string;
  readonly hotkey: Hotkey | undefined;
  readonly #options: ArenaClientOptions;
  #arena: string | undefined;

  constructor(options: ArenaClientOptions) {
    this.#options = options;
    this.url = options.url.replace(/\/+$/, '');
    this.hotkey = options.hotkey;
    this.#arena = options.arena;
  }

  /**
   * Returns the arena's answer; throws a fault if the arena refuses, cannot be reached or returns an invalid answer.
   */
  async ask<Answer extends z.ZodType>(request: ArenaRequest<Answer>): Promise<z.output<Answer>> {
    const { method = 'GET', repeatable = method === 'GET' } = request;
    return await retry(() => this.#once(request), this.#retrying(repeatable, request.signal));
  }

  /** Downloads at most `maxBytes` from a path, with retries. */
  async download({ path, headers = {}, maxBytes, signal }: ArenaDownload): Promise<Uint8Array<ArrayBuffer>> {
    const work = async () => {
      const url = new URL(`${this.url}${path}`);
      const proof = await this.#sign('GET', url, new Uint8Array());
      const response = await this.#send(url, { method: 'GET', headers: { ...headers, ...proof } }, signal);
      const read = await this.#body(response, url, response.ok ? maxBytes : MOST_ANSWER_BYTES);
      if (response.ok) return read;
      const json = parseJson(Buffer.from(read).toString('utf8'));
      throw refusalOf(response, json.ok ? json.value : undefined, this.url);
    };
    return await retry(work, this.#retrying(true, signal));
  }

  async #once<Answer extends z.ZodType>(request: ArenaRequest<Answer>): Promise<z.output<Answer>> {
    const { method = 'GET', path, headers = {}, signed = false } = request;
    const url = new URL(`${this.url}${path}`);
    const { bytes, type } = await encode(request.body);
    const proof = signed ? await this.#sign(method, url, bytes) : {};
    const init = {
      method,
      headers: { accept: 'application/json', ...(type && { 'content-type': type }), ...headers, ...proof },
      ...(bytes.length > 0 && { body: bytes }),
    };
    const response = await this.#send(url, init, request.signal);
    const text = Buffer.from(await this.#body(response, url, MOST_ANSWER_BYTES)).toString('utf8');
    const json = text === '' ? { ok: true as const, value: undefined } : parseJson(text);
    if (!response.ok) throw refusalOf(response, json.ok ? json.value : undefined, this.url);
    const parsed = request.answer.safeParse(json.ok ? json.value : undefined);
    if (parsed.success) return parsed.data;
    throw new Fault('ARENA_UNREACHABLE', {
      message: `${this.url} answered ${method} ${url.pathname} with an unexpected response.`,
      remedy: 'Check that the address is an arena, and that it has the same version as this program.',
      cause: parsed.error,
    });
  }

  #retrying<T>(repeatable: boolean, signal: AbortSignal | undefined): RetryOptions<T> {
    const { retries = 2, onRateLimited } = this.#options;
    return {
      attempts: 1 + retries,
      backoff: { first: FIRST_PAUSE },
      // The arena does nothing for a request above its rate limit, so any request can be sent again.
      isRetryable: (error) => (isRateLimit(error) ? onRateLimited !== undefined : repeatable && isTransient(error)),
      requestedDelay: (outcome) => ('error' in outcome ? requestedDelay(outcome.error) : undefined),
      longestRequestedDelay: LONGEST_REQUESTED_DELAY,
      onRetry: (outcome, delay) => {
        if ('error' in outcome && isRateLimit(outcome.error)) onRateLimited?.(outcome.error, delay);
      },
      signal,
    };
  }

  async #sign(method: string, url: URL, body: Uint8Array): Promise<Record<string, string>> {
    if (this.hotkey === undefined) {
      throw new Fault('USAGE', {
        message: 'This needs a hotkey to sign with.',
        remedy: 'Make one with `assay wallet new`, and name it with --wallet and --hotkey.',
      });
    }
    this.#arena ??= (await this.ask({ path: '/health', answer: z.object({ arena: z.string() }) })).arena;
    const target = requestTarget(url);
    return signRequest(this.hotkey, { version: 2, arena: this.#arena, method, target, body, now: Date.now() / 1000 });
  }

  async #send(url: URL, request: SentRequest, cancelled: AbortSignal | undefined): Promise<Response> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMilliseconds ?? DEFAULT_TIMEOUT);
    const signal = cancelled === undefined ? timeout : AbortSignal.any([timeout, cancelled]);
    const headers = { 'x-request-id': randomUUID(), ...request.headers };
    return await this.#fetch(url, { ...request, headers, redirect: 'error', signal });
  }

  async #fetch(url: URL, init: SentRequest): Promise<Response> {
    const { onExchange } = this.#options;
    const started = performance.now();
    let status: number | undefined;
    try {
      const response = await fetch(url, init);
      status = response.status;
      return response;
    } catch (error) {
      if (init.signal?.aborted && init.signal.reason?.name !== 'TimeoutError') throw init.signal.reason;
      throw new Fault('ARENA_UNREACHABLE', {
        message: `${this.url} cannot be reached${reasonOf(error)}.`,
        remedy: 'Check that `assay serve` is running and that the address is right (--arena-url, ASSAY_ARENA_URL).',
        cause: error,
      });
    } finally {
      onExchange?.({
        requestId: init.headers['x-request-id']!,
        method: init.method,
        path: url.pathname,
        status,
        milliseconds: Math.round(performance.now() - started),
      });
    }
  }

  async #body(response: Response, url: URL, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    try {
      const read = await readBody(response, maxBytes);
      if (!read.ok) throw new RangeError('the answer is too long');
      return read.bytes;
    } catch (error) {
      throw new Fault('ARENA_UNREACHABLE', {
        message: `${this.url} closed the connection while answering ${url.pathname}.`,
        remedy: 'Try again.',
        cause: error,
      });
    }
  }
}

/** The exact bytes that are sent, because the signature covers them. */
async function encode(body: unknown): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly type?: string }> {
  if (body === undefined) return { bytes: new Uint8Array() };
  if (!(body instanceof FormData)) {
    return { bytes: new TextEncoder().encode(JSON.stringify(body)), type: 'application/json' };
  }
  const encoded = new Response(body);
  return { bytes: new Uint8Array(await encoded.arrayBuffer()), type: encoded.headers.get('content-type')! };
}

const TRANSIENT: ReadonlySet<FaultCode> = new Set(['ARENA_UNREACHABLE', 'ARENA_BUSY', 'STORAGE_UNAVAILABLE']);

function isTransient(error: unknown): boolean {
  return Fault.isInstance(error) && TRANSIENT.has(error.code);
}

function isRateLimit(error: unknown): error is Fault {
  return Fault.isInstance(error) && error.code === 'RATE_LIMIT_EXCEEDED';
}

/** The delay that the arena asked for, in milliseconds. */
function requestedDelay(error: unknown): number | undefined {
  const seconds = Fault.isInstance(error) ? error.extra.remaining_seconds : undefined;
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1_000 : undefined;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined;
  if (cause instanceof Error && cause.name === 'TimeoutError') return ': it does not answer';
  return code === undefined ? '' : ` (${code})`;
}
