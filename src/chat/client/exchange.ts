import { BodyTooLarge, readText } from '../../net/read-body.ts';
import { retryAfterMilliseconds } from '../../net/retry-after.ts';
import { followStream } from './follow-stream.ts';
import type { ProviderFailure } from './provider-failure.ts';
import { UnusableResponse } from './unusable-response.ts';

export interface HttpRequest {
  readonly url: string;
  /** JSON text for a POST; without it the request is a GET. */
  readonly body?: string | undefined;
  readonly apiKey: string | undefined;
  /** Timeout until the last byte of the response. */
  readonly timeoutMilliseconds: number;
  readonly maxBytes: number;
  /** Whether a streamed response is assembled; otherwise its raw bytes are returned. */
  readonly readsStreams: boolean;
  readonly signal: AbortSignal | undefined;
}

/** A response with its bytes as UTF-8 text. Encoding `body` again gives the same bytes. */
export interface WholeResponse {
  readonly kind: 'whole';
  readonly status: number;
  readonly body: string;
  readonly retryAfter: number | null;
  readonly seconds: number;
}

/** A streamed response in the form of a complete one. */
interface StreamedWhole {
  readonly kind: 'streamed';
  readonly response: unknown;
  readonly secondsToFirst: number | null;
  readonly seconds: number;
}

interface NoResponse {
  readonly kind: 'failure';
  readonly failure: ProviderFailure;
  readonly detail: string;
}

export type Exchange = WholeResponse | StreamedWhole | NoResponse;

/** Sends one request. Throws only when `signal` is aborted. */
export async function exchange(request: HttpRequest): Promise<Exchange> {
  const timeout = AbortSignal.timeout(request.timeoutMilliseconds);
  let begun = false;
  try {
    return await send(request, timeout, () => {
      begun = true;
    });
  } catch (error) {
    request.signal?.throwIfAborted();
    if (error instanceof BodyTooLarge) return oversized(request.maxBytes);
    if (error instanceof UnusableResponse) return failed(error.failure, withoutKey(error.message, request.apiKey));
    if (timeout.aborted) return failed('timed out', `no answer within ${request.timeoutMilliseconds} ms`);
    if (begun) return failed('broken off', 'the connection closed before its answer was complete');
    return failed('unreachable', deepestMessage(error));
  }
}

/**
 * @param begin called when the headers of the response have arrived.
 */
async function send(request: HttpRequest, timeout: AbortSignal, begin: () => void): Promise<Exchange> {
  const { url, body, apiKey, maxBytes, readsStreams, signal } = request;
  const started = performance.now();
  const since = (): number => (performance.now() - started) / 1000;
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: readsStreams ? 'application/json, text/event-stream' : 'application/json',
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
    ...(body !== undefined && { body }),
    // A redirect would send the conversation, and in some clients the key, to another server.
    redirect: 'manual',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  begin();
  const streams = response.status === 200 && /^text\/event-stream/.test(response.headers.get('content-type') ?? '');
  if (readsStreams && streams) {
    const streamed = await followStream(response, maxBytes, since);
    return { kind: 'streamed', ...streamed, seconds: since() };
  }
  const read = await readText(response, maxBytes);
  if (!read.ok) {
    return read.reason === 'too large' ? oversized(maxBytes) : failed('malformed answer', 'its answer is not UTF-8');
  }
  return {
    kind: 'whole',
    status: response.status,
    body: withoutKey(read.text, apiKey),
    retryAfter: retryAfterMilliseconds(response.headers.get('retry-after'), new Date()),
    seconds: since(),
  };
}

function failed(failure: ProviderFailure, detail: string): NoResponse {
  return { kind: 'failure', failure, detail };
}

function oversized(maxBytes: number): NoResponse {
  return failed('oversized answer', `its answer is longer than ${maxBytes} bytes`);
}

/** A shorter key could also match ordinary words. */
const SHORTEST_SECRET = 8;

/** Some providers repeat the key in their error messages, and responses are recorded and shown. */
function withoutKey(text: string, apiKey: string | undefined): string {
  return apiKey === undefined || apiKey.length < SHORTEST_SECRET ? text : text.replaceAll(apiKey, '[key removed]');
}

function deepestMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
