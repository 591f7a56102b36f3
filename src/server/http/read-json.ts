import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../fault/fault.ts';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';

const MAX_DEPTH = 32;
const MAX_NODES = 100_000;
const JSON_TYPE = /^application\/json\b/i;

/**
 * Parses a body as bounded JSON. A separate step after authentication, so that unauthenticated callers cannot make the
 * server parse large bodies.
 */
export async function readJson(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { rawBody, headers } = request;
  request.body = undefined;
  // Some clients send the header without a body.
  if (rawBody.length === 0) return undefined;
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    const detail = 'The body is not JSON. Send one JSON document as application/json.';
    return await reply.code(415).send({ detail, error_code: 'BAD_REQUEST' });
  }
  const maxBytes = request.routeOptions.bodyLimit;
  const json = parseBoundedJson(rawBody, { maxBytes, maxDepth: MAX_DEPTH, maxNodes: MAX_NODES });
  if (!json.ok) {
    throw new Fault('INPUT_INVALID', {
      message: `The body cannot be read as JSON: ${json.reason}.`,
      remedy: 'Send one JSON document in UTF-8.',
    });
  }
  request.body = json.value;
  return undefined;
}
