import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isBanned } from '../../arena/operator.ts';
import { challengeSchema, sessionSchema } from '../../arena/wire.ts';
import { roleOf, standingOf } from '../../identity/access.ts';
import { refusalBody } from '../../identity/request.ts';
import { bearerToken, issueChallenge, openSession, sessionTokenHash } from '../../identity/session.ts';
import { addEndpoint } from '../http/endpoint.ts';
import type { Services } from '../start/services.ts';

const shortText = z.string().max(512);

export function authRoutes(server: FastifyInstance, services: Services): void {
  const { arena, identity } = services;
  const now = (): number => Math.floor(Date.now() / 1000);

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/auth/challenge',
    id: 'request_challenge',
    group: 'auth',
    summary: 'A text to sign, once, within a minute',
    need: 'nobody',
    body: z.object({ hotkey: shortText }),
    answer: challengeSchema,
    handle: async ({ body, reply }) => {
      const desk = { challenges: identity.challenges, rules: identity.challengeRules, now: now() };
      const issued = await issueChallenge(body.hotkey, desk);
      if (!issued.ok) return await reply.code(issued.status).send(refusalBody(issued));
      return { challenge: issued.challenge, expires_at: issued.expiresAt };
    },
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/auth/session',
    id: 'create_session_endpoint',
    group: 'auth',
    summary: 'A bearer token for whoever signed the challenge',
    need: 'nobody',
    body: z.object({ hotkey: shortText, challenge: shortText, signature: shortText }),
    answer: sessionSchema,
    handle: async ({ body, reply }) => {
      const at = now();
      const opened = await openSession(body, {
        ...identity,
        // One who may neither compete nor validate has nothing to do here.
        bans: {
          isBanned: async (hotkey) =>
            (await isBanned(arena.database.reader, hotkey, 'miner')) &&
            (await isBanned(arena.database.reader, hotkey, 'validator')),
        },
        roleOf: (hotkey) => roleOf(standingOf(hotkey, identity.metagraph, identity.standing, at)),
        now: at,
      });
      if (!opened.ok) return await reply.code(opened.status).send({ detail: opened.detail });
      return { session_token: opened.token, expires_at: opened.expiresAt, role: opened.role };
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
    handle: async ({ request }) => {
      const token = bearerToken(request.headers.authorization ?? '');
      if (token !== undefined) await identity.sessions.end(sessionTokenHash(token));
      return { success: true };
    },
  });
}
