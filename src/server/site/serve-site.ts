import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONTENT_POLICY } from './content-policy.ts';
import type { Site, SiteFile } from './site.ts';

/**
 * Answers with a file of the site, or with the page that routes by its URL in the browser; ignores paths of the API.
 */
export function serveSite(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const path = request.url.split('?')[0]!;
  const file = site.get(path) ?? (isPage(path, request) ? site.get('/index.html') : undefined);
  return file === undefined ? undefined : send(file, request, reply);
}

function isPage(path: string, { headers }: FastifyRequest): boolean {
  return !path.startsWith('/v1/') && headers.accept?.includes('text/html') === true;
}

function send(file: SiteFile, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = headers['accept-encoding'] ?? '';
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined;
  reply
    .headers({
      'content-type': file.type,
      'content-security-policy': CONTENT_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.tag,
      vary: 'accept-encoding',
    })
    .code(200);
  if (headers['if-none-match'] === file.tag) return reply.code(304).send();
  if (encoding === undefined) return reply.send(file.plain);
  return reply.header('content-encoding', encoding).send(encoding === 'br' ? file.brotli : file.gzip);
}
