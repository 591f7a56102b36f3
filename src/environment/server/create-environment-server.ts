import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Fault } from '../../fault/fault.ts';
import { httpAnswerOf } from '../../fault/http-answer.ts';
import { isBearerOf } from '../../identity/bearer-token.ts';
import type { ShoppingEnvironment } from '../session/shopping-environment.ts';
import { TOOLS_PATH } from './agent-routes.ts';
import { environmentRoutes, openApiDocument } from './environment-routes.ts';
import { OpenRewardSessions } from './open-reward-sessions.ts';
import { type MemoryReport, SessionMemory } from './session-memory.ts';
import { type SessionLimits, SessionSockets } from './session-sockets.ts';

export interface EnvironmentServerOptions extends SessionLimits {
  readonly environment: ShoppingEnvironment;
  /** Assay's version, for `/metadata`. */
  readonly version: string;
  /** If given, every request needs it as a bearer token. */
  readonly token?: string | undefined;
  /** A second bearer token, which only allows agents to call market tools. */
  readonly toolsToken?: string | undefined;
  readonly onDefect: (error: unknown) => void;
  /** Called when the server stops, before its sessions are closed. */
  readonly onStop?: (memory: MemoryReport) => void;
}

const MAX_BODY_BYTES = 1024 * 1024;
const SESSION_PATH = '/ws';

/**
 * OpenEnv's server: sessions over WebSockets at `/ws`, and the HTTP routes for its clients and its validator. Sessions
 * of the Open Reward Standard are HTTP requests to the same server and count towards the same limit. Requests from web pages are rejected even with a token: otherwise any page open in a browser on this machine could use the
 * server.
 */
export function createEnvironmentServer(options: EnvironmentServerOptions): FastifyInstance {
  const server = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  const countSessions = (): number => sockets.size + sessions.size;
  const sockets = new SessionSockets({ ...options, countSessions });
  const sessions = new OpenRewardSessions({ ...options, countSessions });
  const memory = new SessionMemory(countSessions);
  const hasToken = options.token !== undefined;
  const routes = environmentRoutes({ ...options, sessions, countSessions, memory, hasToken });

  acceptEmptyBodies(server);
  server.addHook('onRequest', async (request, reply) => {
    const refused = whyRefused(request.raw.headers, options, request.routeOptions.url);
    if (refused === null) return;
    return await reply.code(refused.status).send(refused.body);
  });
  for (const { method, path, shortPath, answer } of routes) {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const answered = await answer(request);
      if (answered instanceof Readable) reply.type('text/event-stream').header('cache-control', 'no-cache');
      return answered;
    };
    server.route({ method, url: path, handler });
    if (shortPath !== undefined) server.route({ method, url: shortPath, handler });
  }
  server.get('/openapi.json', async () => openApiDocument(routes));

  server.server.on('upgrade', (request, socket, head) => {
    // Node has removed its own listener by now. Without one, a client that disconnects would end the whole server.
    socket.on('error', () => socket.destroy());
    const refused = whyRefused(request.headers, options);
    if (refused !== null) return rejectUpgrade(socket, refused.status);
    if (URL.parse(request.url ?? '', 'http://environment')?.pathname !== SESSION_PATH)
      return rejectUpgrade(socket, 404);
    sockets.accept(request, socket, head);
  });
  server.addHook('onListen', async () => memory.start());
  server.addHook('preClose', async () => {
    memory.stop();
    options.onStop?.(memory.report());
    sockets.close();
    sessions.closeAll();
  });

  server.setNotFoundHandler(async (request, reply) => {
    reply.code(404);
    return { detail: `There is no ${request.method} ${request.url.split('?')[0]} here.`, error_code: 'NOT_FOUND' };
  });
  server.setErrorHandler(async (error, _request, reply) => {
    const { status, body } = httpAnswerOf(error, 'The environment failed.');
    if (status === 500 && !Fault.isInstance(error)) options.onDefect(error);
    reply.code(status);
    return body;
  });
  return server;
}

/** Some clients name this type in requests without a body. */
function acceptEmptyBodies(server: FastifyInstance): void {
  const type = 'application/octet-stream';
  server.addContentTypeParser(type, { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    throw new Fault('INPUT_INVALID', { message: `A body of the type ${type} is not JSON.` });
  });
}

type Tokens = Pick<EnvironmentServerOptions, 'token' | 'toolsToken'>;

/** `route` is the path of the matched route, not the requested URL, because many URLs map to the same route. */
function whyRefused(
  { origin, authorization, 'x-api-key': key }: IncomingHttpHeaders,
  { token, toolsToken }: Tokens,
  route?: string | undefined,
) {
  if (origin !== undefined)
    return { status: 403, body: { detail: 'Web pages may not use this server.', error_code: 'FORBIDDEN' } };
  // Clients of the Open Reward Standard send the token as a key.
  const allows = (wanted: string): boolean =>
    isBearerOf(wanted, authorization) || (key !== undefined && isBearerOf(wanted, `Bearer ${key}`));
  if (token === undefined || allows(token)) return null;
  const isAgent = toolsToken !== undefined && allows(toolsToken);
  if (isAgent && route === TOOLS_PATH) return null;
  return {
    status: 401,
    body: {
      detail: 'The token of this server is needed, as a bearer token or in the header X-API-Key.',
      error_code: 'UNAUTHORIZED',
    },
  };
}

function rejectUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
