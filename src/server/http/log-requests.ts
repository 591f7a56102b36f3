import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const ID_HEADER = 'x-request-id';
/**
 * Ids from proxies and clients are kept, so that one id finds a request in every log. Other text is rejected, because
 * it would let callers write log lines.
 */
const GIVEN_ID = /^[\w.:-]{8,80}$/;

/** The request id given by the caller, or a new one. */
export function requestId(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const given = headers[ID_HEADER];
  return typeof given === 'string' && GIVEN_ID.test(given) ? given : randomUUID();
}

/** Polled every few seconds by validators and monitoring; at `info` they would fill most of the log. */
const POLLED = [/^\/health/, /^\/metrics$/, /\/heartbeat$/, /\/work\/claim$/];

/** Logs one line per answered request and returns its id in `X-Request-Id`. */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header(ID_HEADER, request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    const fields = {
      ...loggedRequest(request),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.caller !== undefined && { hotkey: request.caller.hotkey }),
    };
    request.log[levelOf(request, reply)](fields, 'request');
  });
}

/** The failure itself is logged where it is caught, with its stack. */
function levelOf(request: FastifyRequest, { statusCode }: FastifyReply): 'debug' | 'info' | 'warn' {
  if (statusCode >= 500) return 'warn';
  if (statusCode >= 400) return 'info';
  const route = request.routeOptions.url;
  // No route means a file of the dashboard.
  return route === undefined || POLLED.some((pattern) => pattern.test(route)) ? 'debug' : 'info';
}

/**
 * Leaves out secrets: headers and file tickets let a reader of the log act for a while, and the problems drawn for a
 * race are hidden.
 */
function loggedRequest({ method, url, ip, routeOptions }: FastifyRequest): Readonly<Record<string, string>> {
  // Matches the route, because a URL can be written in several ways.
  const pattern = routeOptions.url ?? '';
  const isSecret = pattern.startsWith('/v1/files/') || pattern.endsWith('/:problem_id');
  if (isSecret) return { method, url: pattern, ip };
  // A ticket sent with a wrong method matches no route but is still valid.
  return { method, url: pattern === '' && /files/i.test(url) ? '/v1/files/…' : url, ip };
}
