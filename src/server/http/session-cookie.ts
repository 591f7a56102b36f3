import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from '../../identity/session.ts';

/**
 * Without this header, a request is answered as if it had no cookie. Pages of other sites can make a browser send the
 * cookie, but not this header: that needs CORS permission, which the arena never gives.
 */
export const COOKIE_HEADER = 'x-session-cookie';

/**
 * Chosen by what the page reports about its connection, because the arena may not know about a proxy that terminates
 * TLS. A browser accepts a `__Host-` cookie only from this exact host over TLS, so another host under the same domain
 * cannot plant a session.
 */
const COOKIES = {
  '1': { name: 'assay_session', attributes: ['Path=/v1'] },
  secure: { name: '__Host-assay_session', attributes: ['Path=/', 'Secure'] },
} as const;

/**
 * The hotkey that a page shows as signed in. All windows of a browser share the cookie, so after a sign-in in another
 * window, a window would otherwise act as a hotkey that it does not show.
 */
const HOTKEY_HEADER = 'x-session-hotkey';

/** Whether the requesting page expects the session of another hotkey. */
export function takesSessionForAnother({ headers }: FastifyRequest, hotkey: string): boolean {
  const shown = headers[HOTKEY_HEADER];
  return shown !== undefined && shown !== hotkey;
}

function cookieKind({ headers }: FastifyRequest): (typeof COOKIES)[keyof typeof COOKIES] | undefined {
  const value = headers[COOKIE_HEADER];
  return value === '1' || value === 'secure' ? COOKIES[value] : undefined;
}

export function usesCookie(request: FastifyRequest): boolean {
  return cookieKind(request) !== undefined;
}

/** The session of a browser that signed in on the dashboard. */
export function cookieToken(request: FastifyRequest): string | undefined {
  const kind = cookieKind(request);
  if (kind === undefined) return undefined;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const values = pairs
    .filter((pair) => pair.startsWith(`${kind.name}=`))
    .map((pair) => pair.slice(kind.name.length + 1));
  // If there are two, another source under this host name has set one.
  return values.length === 1 ? bearerToken(`Bearer ${values[0]}`) : undefined;
}

/** Scripts cannot read it (`HttpOnly`), and other sites cannot use it (`SameSite`). */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, seconds }: { readonly token: string; readonly seconds: number },
): void {
  reply.header('set-cookie', cookieText(request, token, seconds));
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', cookieText(request, '', 0));
}

function cookieText(request: FastifyRequest, value: string, seconds: number): string {
  const { name, attributes } = cookieKind(request) ?? COOKIES['1'];
  return [`${name}=${value}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict', ...attributes].join('; ');
}
