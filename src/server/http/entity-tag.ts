import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '../../store/sha256.ts';

/** Lets a client that asks again and again be told "nothing new" in few bytes. */
export async function tagEntity(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const tag = `"${sha256(payload).slice(0, 32)}"`;
  reply.header('etag', tag);
  if (!reply.hasHeader('cache-control'))
    reply.header('cache-control', request.caller ? 'private, no-cache' : 'no-cache');
  if (!matches(request.headers['if-none-match'], tag)) return payload;
  reply.code(304);
  return '';
}

function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag);
}
