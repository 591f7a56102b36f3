import { currentSession, setSession } from '../session/session.ts';
import { setArenaTime } from './arena-clock.ts';
import { unreachable } from './reach-arena.ts';
import { readRefusal } from './read-refusal.ts';

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The one way to the arena's API. What it answers is believed to have the shape that the server declares. */
export async function ask<T>(path: string, request: Request = {}): Promise<T> {
  const response = await askFor(path, request);
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw readRefusal(response.status, answer);
  return answer as T;
}

/** The same for what is no JSON. */
export async function askForText(path: string, request: Request = {}): Promise<string> {
  const response = await askFor(path, request);
  if (response.ok) return await response.text();
  throw readRefusal(response.status, await response.json().catch(() => undefined));
}

async function askFor(path: string, request: Request): Promise<Response> {
  const { method = 'GET', body, form, headers, signal } = request;
  const session = currentSession();
  const response = await reach(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(session !== undefined && { authorization: `Bearer ${session.token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
    ...(signal !== undefined && { signal }),
  });
  setArenaTime(response.headers);
  if (response.status !== 401 || session === undefined) return response;
  // It has ended. What everybody may read is still there to be read.
  if (currentSession() === session) setSession(undefined);
  return method === 'GET' && path.startsWith('/v1/public/') ? await askFor(path, request) : response;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachable();
  }
}
