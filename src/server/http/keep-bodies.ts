import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Bodies are kept as they came: signatures speak about them, and what they are is the endpoint's to say. */
export function keepBodies(server: FastifyInstance): void {
  server.decorateRequest('caller', undefined);
  server.decorateRequest('rawBody');
  server.addHook('onRequest', async (request) => {
    request.rawBody = new Uint8Array();
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    request.rawBody = body;
    return body;
  });
}
