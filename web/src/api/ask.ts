import { currentSession } from '../session/session.ts';
import { setArenaTime } from './arena-clock.ts';
import { ArenaError } from './arena-error.ts';
import { readRefusal } from './read-refusal.ts';

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The one way to the arena's API. What it answers is believed to have the shape that the server declares. */
export async function ask<T>(path: string, { method = 'GET', body, form, headers, signal }: Request = {}): Promise<T> {
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
  setArenaTime(Number(response.headers.get('x-arena-time') ?? Number.NaN));
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw readRefusal(response.status, answer);
  return answer as T;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const remedy = 'Check that `assay serve` runs and that this machine is connected.';
    throw new ArenaError(0, 'UNREACHABLE', 'The arena does not answer.', remedy);
  }
}
