import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isBanned } from '../../arena/operator.ts';
import {
  browserSessionSchema,
  challengeSchema,
  sessionSchema,
  type WhoamiWire,
  whoamiSchema,
} from '../../arena/wire.ts';
import { Fault } from '../../fault/fault.ts';
import { currentStanding, roleOf } from '../../identity/access.ts';
import type { Caller } from '../../identity/identify-caller.ts';
import { refusalBody } from '../../identity/request.ts';
import { bearerToken, issueChallenge, openSession, sessionTokenHash } from '../../identity/session.ts';
import { addEndpoint } from '../http/endpoint.ts';
import {
  COOKIE_HEADER,
  clearSessionCookie,
  cookieToken,
  setSessionCookie,
  usesCookie,
} from '../http/session-cookie.ts';
import type { Services } from '../start/services.ts';

const shortText = z.string().max(512);
const answerToChallenge = z.object({ hotkey: shortText, challenge: shortText, signature: shortText });

export function authRoutes(server: FastifyInstance, services: Services): void {
  const { arena, identity } = services;
  const now = (): number => Math.floor(Date.now() / 1000);
  const isBannedAs = (hotkey: string, role: 'miner' | 'validator') => isBanned(arena.database.reader, hotkey, role);
  const desk = () => {
    const at = now();
    return {
      ...identity,
      // Refuses a session only to hotkeys that may neither compete nor validate.
      bans: {
        isBanned: async (hotkey: string) =>
          (await isBannedAs(hotkey, 'miner')) && (await isBannedAs(hotkey, 'validator')),
      },
      roleOf: async (hotkey: string) =>
        roleOf(await currentStanding(hotkey, identity, at, (known) => roleOf(known) === undefined)),
      now: at,
    };
  };
  const describe = async ({ hotkey, standing, expiresAt }: Caller): Promise<WhoamiWire['caller']> => {
    const { admin, registered, validator } = standing;
    const may: NonNullable<WhoamiWire['caller']>['may'] = [];
    if (registered && !(await isBannedAs(hotkey, 'miner'))) may.push('submit');
    if (validator && !(await isBannedAs(hotkey, 'validator'))) may.push('validate');
    if (admin) may.push('operate');
    return { hotkey, role: roleOf(standing) ?? null, may, expires_at: expiresAt ?? null };
  };

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/auth/challenge',
    id: 'request_challenge',
    group: 'auth',
    summary: 'A challenge to sign once, within a minute',
    need: 'none',
    body: z.object({ hotkey: shortText }),
    answer: challengeSchema,
    handle: async ({ body, reply }) => {
      const services = { challenges: identity.challenges, rules: identity.challengeRules, now: now() };
      const issued = await issueChallenge(body.hotkey, services);
      if (!issued.ok) return await reply.code(issued.status).send(refusalBody(issued));
      return { challenge: issued.challenge, expires_at: issued.expiresAt };
    },
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/auth/session',
    id: 'create_session_endpoint',
    group: 'auth',
    summary: 'A bearer token for the hotkey that signed the challenge',
    need: 'none',
    body: answerToChallenge,
    answer: sessionSchema,
    handle: async ({ body, reply }) => {
      const opened = await openSession(body, desk());
      if (!opened.ok) return await reply.code(opened.status).send({ detail: opened.detail });
      return { session_token: opened.token, expires_at: opened.expiresAt, role: opened.role };
    },
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/auth/browser-session',
    id: 'open_browser_session',
    group: 'auth',
    summary: 'Signs a browser in: like a session, with the token in a cookie that scripts cannot read',
    need: 'none',
    body: answerToChallenge,
    answer: browserSessionSchema,
    handle: async ({ body, request, reply }) => {
      // Otherwise another site could sign a visitor in under another hotkey.
      if (!usesCookie(request)) {
        throw new Fault('INPUT_INVALID', {
          message: `A browser session needs the header ${COOKIE_HEADER}: 1, or over TLS: secure.`,
          remedy: 'Programs open a session with POST /v1/auth/session.',
        });
      }
      const at = now();
      const opened = await openSession(body, desk());
      if (!opened.ok) return await reply.code(opened.status).send({ detail: opened.detail });
      setSessionCookie(request, reply, { token: opened.token, seconds: opened.expiresAt - at });
      return { hotkey: body.hotkey, expires_at: opened.expiresAt, role: opened.role };
    },
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/auth/whoami',
    id: 'whoami',
    group: 'auth',
    summary: 'The caller: its role and what it may do now; null without a session',
    need: 'optional',
    answer: whoamiSchema,
    handle: async ({ caller, request, reply }) => {
      if (caller === undefined && cookieToken(request) !== undefined) clearSessionCookie(request, reply);
      return { caller: caller === undefined ? null : await describe(caller) };
    },
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/auth/logout',
    id: 'logout',
    group: 'auth',
    summary: 'Ends the session of the bearer token',
    need: 'anyone',
    answer: z.object({ success: z.boolean() }),
    handle: async ({ request, reply }) => {
      const sent = bearerToken(request.headers.authorization ?? '');
      const token = sent ?? cookieToken(request);
      if (token !== undefined) await identity.sessions.end(sessionTokenHash(token));
      if (sent === undefined && token !== undefined) clearSessionCookie(request, reply);
      return { success: true };
    },
  });
}
