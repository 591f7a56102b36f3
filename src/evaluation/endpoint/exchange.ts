import { CollectedBytes } from '../../inference/collected-bytes.ts';
import type { ChatBody } from '../../inference/inference.ts';
import type { Completion } from './completion.ts';
import type { ProviderFailure } from './provider-failure.ts';
import { completionOf, MAX_ANSWER_BYTES, readCompletion } from './read-completion.ts';
import { StreamedAnswer } from './streamed-answer.ts';

export interface HttpRequest {
  readonly url: string;
  readonly body: ChatBody;
  readonly apiKey: string | undefined;
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal | undefined;
}

export type HttpExchange =
  | { readonly completion: Completion }
  | { readonly status: number; readonly body: string; readonly retryAfter: string | null }
  | { readonly failure: ProviderFailure; readonly detail: string };

class Unusable extends Error {
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** One request and what came of it. Throws only when the caller gave it up. */
export async function exchange(request: HttpRequest): Promise<HttpExchange> {
  const timeout = AbortSignal.timeout(request.timeoutMilliseconds);
  try {
    return await send(request, timeout);
  } catch (error) {
    request.signal?.throwIfAborted();
    if (error instanceof Unusable) return { failure: error.failure, detail: error.message };
    if (timeout.aborted) return { failure: 'timed out', detail: `no answer in ${request.timeoutMilliseconds} ms` };
    return { failure: 'unreachable', detail: deepestMessage(error) };
  }
}

async function send(request: HttpRequest, timeout: AbortSignal): Promise<HttpExchange> {
  const started = performance.now();
  const since = (): number => (performance.now() - started) / 1000;
  const response = await fetch(request.url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      ...(request.apiKey && { authorization: `Bearer ${request.apiKey}` }),
    },
    body: JSON.stringify(request.body),
    // A redirect would carry the conversation, and in some clients the key, to somebody else.
    redirect: 'manual',
    signal: request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]),
  });
  const streams = response.status === 200 && /^text\/event-stream/.test(response.headers.get('content-type') ?? '');
  if (streams) return await followStream(response, since);
  const body = withoutKey(await readWhole(response), request.apiKey);
  if (response.status < 200 || response.status > 299) {
    return { status: response.status, body, retryAfter: response.headers.get('retry-after') };
  }
  const read = readCompletion(body);
  if (!read.ok) throw new Unusable('malformed answer', read.reason);
  return { completion: { ...read.completion, secondsToFirst: null, seconds: since() } };
}

async function followStream(response: Response, since: () => number): Promise<HttpExchange> {
  const answer = new StreamedAnswer();
  let secondsToFirst: number | null = null;
  for await (const data of eventData(response)) {
    if (!answer.add(data)) throw new Unusable('malformed answer', `an event is no JSON: ${data.slice(0, 100)}`);
    if (answer.error !== undefined) throw new Unusable('server error', `it broke off with ${answer.error}`);
    if (answer.begun) secondsToFirst ??= since();
  }
  if (!answer.complete) throw new Unusable('broken off', 'the stream ended before the answer did');
  const read = completionOf(answer.whole());
  if (!read.ok) throw new Unusable('malformed answer', read.reason);
  return { completion: { ...read.completion, secondsToFirst, seconds: since() } };
}

const MAX_EVENT_CHARACTERS = 1024 * 1024;

/** The data of each event; comments, names and ids of events mean nothing here. */
async function* eventData(response: Response): AsyncGenerator<string> {
  let rest = '';
  for await (const text of boundedText(response)) {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop()!;
    // No event is this long, and a line that never ends would be searched from its beginning with every piece.
    if (rest.length > MAX_EVENT_CHARACTERS) throw tooLong();
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
  }
  if (rest.startsWith('data:')) yield rest.slice(5).trim();
}

async function* boundedText(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_ANSWER_BYTES) throw tooLong();
    try {
      yield decoder.decode(piece, { stream: true });
    } catch {
      throw new Unusable('malformed answer', 'it is not UTF-8');
    }
  }
}

async function readWhole(response: Response): Promise<string> {
  const collected = new CollectedBytes();
  for await (const piece of response.body ?? []) {
    collected.add(piece);
    if (collected.length > MAX_ANSWER_BYTES) throw tooLong();
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(collected.bytes());
  } catch {
    throw new Unusable('malformed answer', 'it is not UTF-8');
  }
}

function tooLong(): Unusable {
  return new Unusable('oversized answer', `it is longer than ${MAX_ANSWER_BYTES} bytes`);
}

/** A shorter key would be blotted out of ordinary words. */
const SHORTEST_SECRET = 8;

/** Some providers repeat the key in their complaints, and complaints are kept and shown. */
function withoutKey(body: string, apiKey: string | undefined): string {
  return apiKey === undefined || apiKey.length < SHORTEST_SECRET ? body : body.replaceAll(apiKey, '[key removed]');
}

function deepestMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
