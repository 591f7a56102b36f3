import type { z } from 'zod';
import { objectOf, textOf } from '../../../src/json/json-object.ts';
import { currentSession, doubtSession, setSession } from '../session/session.ts';
import { setArenaTime } from './arena-clock.ts';
import { ArenaError } from './arena-error.ts';
import { unreachable } from './reach-arena.ts';
import { readAnswer } from './read-answer.ts';

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Sends the request without the session, even if the user is signed in. */
  readonly isAnonymous?: boolean;
  /** Sends the request with this browser's session, even if the page shows another hotkey. */
  readonly isForAnySession?: boolean;
}

/** Sends every request to the arena's API. The response is parsed with the schema that the server declares for it. */
export async function ask<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  request: Request = {},
): Promise<z.output<Schema>> {
  const response = await askFor(path, request);
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusalOf(response, answer);
  return readAnswer(schema, answer, response.status);
}

/** Like `ask`, for requests without a response body. */
export async function send(path: string, request: Request): Promise<void> {
  const response = await askFor(path, request);
  if (!response.ok) throw refusalOf(response, await response.json().catch(() => undefined));
}

/** Like `ask`, for responses that are not JSON. */
export async function askForText(path: string, request: Request = {}): Promise<string> {
  const response = await askFor(path, request);
  if (response.ok) return await response.text();
  throw refusalOf(response, await response.json().catch(() => undefined));
}

async function askFor(path: string, request: Request): Promise<Response> {
  const { method = 'GET', body, form, headers, signal, isAnonymous = false, isForAnySession = false } = request;
  const shown = isAnonymous || isForAnySession ? undefined : currentSession()?.hotkey;
  const response = await reach(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // The arena ignores the session cookie without this header, which pages of other sites cannot send.
      ...(!isAnonymous && { 'x-session-cookie': location.protocol === 'https:' ? 'secure' : '1' }),
      ...(shown !== undefined && { 'x-session-hotkey': shown }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
    ...(signal !== undefined && { signal }),
  });
  setArenaTime(response.headers);
  // 401: the session has ended. A failed sign-in also returns 401, but does not end a session.
  if (response.status === 401 && !path.startsWith('/v1/auth/')) setSession(undefined);
  return response;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachable();
  }
}

function refusalOf({ status }: Response, body: unknown): ArenaError {
  const refusal = readRefusal(status, body);
  // Another window signed in or out, and the hotkey now signed in may have other permissions.
  if (refusal.code === 'SESSION_CHANGED' || (status === 403 && currentSession() !== undefined)) doubtSession();
  return refusal;
}

/** The arena has three error formats, for compatibility with existing clients. The dashboard converts them to one. */
export function readRefusal(status: number, body: unknown): ArenaError {
  const { detail, error_code, remedy } = objectOf(body);
  if (typeof detail === 'string') {
    return new ArenaError(status, textOf(error_code) ?? String(status), detail, textOf(remedy), body);
  }
  if (Array.isArray(detail)) {
    const { loc, msg } = objectOf(detail[0]);
    const where = Array.isArray(loc) ? loc.join('.') : 'request';
    return new ArenaError(status, 'INVALID', `${where}: ${textOf(msg) ?? 'is invalid'}`, undefined, body);
  }
  const inner = objectOf(detail);
  const message = textOf(inner.message) ?? `The arena answered ${status}.`;
  return new ArenaError(status, textOf(inner.code) ?? String(status), message, textOf(remedy), body);
}
