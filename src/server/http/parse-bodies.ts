import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../fault/fault.ts';
import { parseBoundedJson } from '../../store/parse-bounded-json.ts';

const MAX_DEPTH = 32;
const MAX_NODES = 100_000;

/**
 * Bodies are kept as they came, for signatures, and JSON is taken apart within bounds. Everything else stays bytes for the
 * endpoint that asked for it.
 */
export function parseBodies(server: FastifyInstance, maxBytes: number): void {
  server.decorateRequest('caller', undefined);
  server.decorateRequest('rawBody');
  server.addHook('onRequest', async (request) => {
    request.rawBody = new Uint8Array();
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/json\b/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body;
      // Clients send the header with no body too.
      if (body.length === 0) return undefined;
      const json = parseBoundedJson(body, { maxBytes, maxDepth: MAX_DEPTH, maxNodes: MAX_NODES });
      if (json.ok) return json.value;
      throw new Fault('INPUT_INVALID', {
        message: `The body cannot be read as JSON: ${json.reason}.`,
        remedy: 'Send one JSON document in UTF-8.',
      });
    },
  );
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    request.rawBody = body;
    return body;
  });
}
