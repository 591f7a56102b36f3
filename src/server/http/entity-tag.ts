import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '../../store/sha256.ts';

const TAG_DIGITS = 32;

export function entityTag(body: string): string {
  return `"${sha256(body).slice(0, TAG_DIGITS)}"`;
}

/** Sets the headers of a tagged answer. Returns whether the client already has it; then the status is 304. */
export function isKnownToClient(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag);
  if (!reply.hasHeader('cache-control'))
    reply.header('cache-control', request.caller ? 'private, no-cache' : 'no-cache');
  if (!matches(request.headers['if-none-match'], tag)) return false;
  reply.code(304);
  return true;
}

function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag);
}
